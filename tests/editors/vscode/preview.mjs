/**
 * The state machine beside the text: it follows what is typed and where the cursor is, leads to the text, keeps the last good
 * picture, and can be used with the keyboard alone, in every theme, over restarts.
 *
 * node preview.mjs '{…}': the options of working.mjs.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { lineOf, session, until } from './workbench.mjs';

const FLOW = 'app/model/repairs.osy';
const options = JSON.parse(process.argv[2]);
const file = path.join(options.workspace, FLOW);
let workbench, page, frame;

await session(options, (opened) => ([workbench, page] = [opened, opened.page]), {
  lens: lensShowsTheMachine,
  contents: slotsClocksAndArmsAreThere,
  click: clickLeadsToTheText,
  cursor: cursorMarksTheMove,
  typing: pictureFollowsWhatIsTyped,
  broken: lastGoodPictureStays,
  keyboard: arrowKeysWalkAndEnterLeadsToTheText,
  list: sameAsAList,
  light: colours('Light Modern', 'light'),
  'high contrast': colours('Dark High Contrast', 'contrast'),
  dark: colours('Dark Modern', 'dark'),
  export: pictureIsSaved,
  'other file': pictureFollowsTheCursor,
  restart: restartKeepsThePicture,
  reload: reloadKeepsThePicture,
});

async function lensShowsTheMachine() {
  await workbench.open(FLOW);
  await workbench.goTo(lineOf(file, 'workflow RepairFlow'));
  const lens = page.locator('.codelens-decoration a', { hasText: 'Show state machine' }).first();
  await lens.waitFor();
  await lens.click();
  frame = await workbench.webview('#picture svg');
  assert.deepEqual(await texts('.state .name'), ['Waiting', 'Mended']);
}

async function slotsClocksAndArmsAreThere() {
  const rows = await texts('.state .row');
  for (const row of ['Job (Mend), pool', 'Assigned within 4 h, else Unassigned']) assert.ok(rows.includes(row), String(rows));
  assert.deepEqual(await texts('.label .cause'), ['Mend']);
  assert.equal(await frame.locator('#stale').textContent(), '');
}

async function clickLeadsToTheText() {
  await frame.locator('g.state[data-name="Mended"] .name').click();
  await cursorAt('terminal success Mended', 'Mended'.length);
  await frame.locator('g.milestone').first().click();
  await until(async () => (await workbench.selection()).line === lineOf(file, 'Assigned {'), 'the clock in the text');
}

async function cursorMarksTheMove() {
  const line = lineOf(file, 'goto Mended');
  await workbench.goTo(line, 21);
  await until(async () => (await texts('.label .selected .cause')).includes('Mend'), 'the move in the picture');
  assert.equal(await frame.locator('.arrow.selected').count(), 1);
  await workbench.goTo(lineOf(file, 'state Waiting {'), 10);
  await until(async () => (await names('.state.selected')).includes('Waiting'), 'the state in the picture');
}

async function pictureFollowsWhatIsTyped() {
  const first = await scale();
  await frame.locator('#larger').click();
  const zoom = await until(async () => ((await scale()) > first * 1.1 ? scale() : null), 'a larger picture');
  await workbench.focusText();
  await workbench.goTo(lineOf(file, 'terminal success Mended'), 1);
  await page.keyboard.type('terminal cancel Dropped { }');
  await page.keyboard.press('Enter');
  await until(async () => (await texts('.state .name')).includes('Dropped'), 'the new state');
  await until(async () => Math.abs((await scale()) - zoom) < 0.01, `the same zoom as before, ${zoom}`);
  assert.ok(await page.locator('.editor-instance .monaco-editor.focused').count(), 'the text has lost the focus');
  assert.equal(await frame.locator('#stale').textContent(), '');
}

async function lastGoodPictureStays() {
  const line = lineOf(file, 'on Mend()') + 1;
  await workbench.goTo(line, 1);
  await page.keyboard.type('subscribe {{{ ');
  await until(async () => /last good picture/.test(await frame.locator('#stale').textContent()), 'the mark');
  assert.deepEqual(await texts('.state .name'), ['Waiting', 'Dropped', 'Mended']);
  await frame.locator('g.state[data-name="Mended"] .name').click();
  await until(async () => (await workbench.selection()).selected === 'Mended'.length, 'the state in the broken text');
  await workbench.goTo(line, 1);
  await page.keyboard.press('Shift+End');
  await page.keyboard.insertText('  }');
  await until(async () => (await frame.locator('#stale').textContent()) === '', 'the end of the mark');
}

async function arrowKeysWalkAndEnterLeadsToTheText() {
  assert.equal(await frame.locator('#picture [tabindex="0"]').count(), 1);
  await frame.locator('g.state[data-name="Waiting"]').focus();
  const label = () => frame.evaluate(() => document.activeElement.getAttribute('aria-label'));
  assert.match(await label(), /^Waiting, /);
  await page.keyboard.press('ArrowRight');
  assert.equal(await label(), 'Waiting → Mended: Mend');
  await page.keyboard.press('ArrowRight');
  assert.match(await label(), /^Mended \(terminal, success\)/);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  assert.match(await label(), /^Job \(Mend\), pool/);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await until(() => page.locator('.editor-instance .monaco-editor.focused').count(), 'the focus in the text');
  await until(async () => (await workbench.selection()).selected === 'Mended'.length, 'the last state in the text');
}

async function sameAsAList() {
  await frame.locator('#list').click();
  const said = await frame.locator('#outline button').allTextContents();
  assert.deepEqual(said.slice(0, 2), ['Waiting', 'Job (Mend), pool']);
  assert.ok(said.includes('Waiting → Mended: Mend'), String(said));
  await frame.locator('#outline button', { hasText: 'Job (Mend)' }).click();
  await until(async () => (await workbench.selection()).selected === 'Job'.length, 'the slot in the text');
}

/** The picture in a theme: no text may be near its ground. */
function colours(theme, kind) {
  return async () => {
    await workbench.focusText();
    await workbench.theme(theme);
    await until(() => frame.evaluate((wanted) => document.body.className.includes(wanted), kind), theme);
    const found = await frame.evaluate(() => {
      const colour = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
      return [colour('.paper', 'fill'), colour('.state .name', 'fill'), colour('.state .row', 'fill'), colour('.kind', 'fill')];
    });
    const [paper, ...inks] = found.map((each) => brightness(each));
    for (const ink of inks) assert.ok(contrast(paper, ink) > 3, `${found}`);
    assert.equal(paper > 0.5, kind === 'light');
  };
}

async function pictureIsSaved() {
  await workbench.focusText();
  const target = path.join(path.dirname(file), 'RepairFlow.svg');
  await workbench.command('Osy: Export State Machine as SVG');
  const asked = page.locator('.quick-input-widget:not([style*="display: none"]) input').first();
  await until(async () => (await asked.inputValue().catch(() => '')).endsWith('RepairFlow.svg'), 'the question where to');
  await page.keyboard.press('Enter');
  await until(() => fs.existsSync(target), 'the file');
  await page.locator('.notification-toast', { hasText: 'Saved RepairFlow.svg' }).waitFor();
  assert.match(fs.readFileSync(target, 'utf8'), /^<svg [^]*prefers-color-scheme[^]*Waiting[^]*<\/svg>\s*$/);
}

async function pictureFollowsTheCursor() {
  await workbench.open('drafts/leaving.osy');
  await workbench.goTo(lineOf(path.join(options.workspace, 'drafts/leaving.osy'), 'state Out'), 3);
  await until(async () => (await texts('.state .name')).includes('Back'), 'the other workflow');
  assert.equal(await frame.locator('#workflow').inputValue(), 'LoanFlow');
}

async function restartKeepsThePicture() {
  await workbench.command('Osy: Restart Language Server');
  await until(async () => /not running/.test(await frame.locator('#stale').textContent()), 'the mark');
  assert.ok((await texts('.state .name')).includes('Back'));
  await until(async () => (await frame.locator('#stale').textContent()) === '', 'the end of the mark');
}

async function reloadKeepsThePicture() {
  // The editor's own command writes down first what is shown; the browser's would not wait for that.
  const gone = page.waitForEvent('framenavigated', (navigated) => navigated === page.mainFrame());
  await workbench.command('Developer: Reload Window');
  await gone;
  await page.waitForSelector('.monaco-workbench .part.statusbar');
  frame = await workbench.webview('#picture svg');
  await until(async () => (await texts('.state .name')).includes('Back'), 'the picture of before');
}

function texts(selector) {
  return frame.locator(`#picture ${selector}`).allTextContents();
}

function names(selector) {
  return frame.locator(`#picture ${selector}`).evaluateAll((found) => found.map((each) => each.dataset.name));
}

function scale() {
  return frame.locator('#picture svg').evaluate((svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width);
}

async function cursorAt(text, selected) {
  await until(async () => {
    const found = await workbench.selection();
    return found.line === lineOf(file, text) && found.selected === selected;
  }, `the cursor at ${text}`);
}

function brightness(colour) {
  const [red, green, blue] = colour.match(/[\d.]+/g).slice(0, 3).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
