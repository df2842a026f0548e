/**
 * One working session in VS Code: a problem is read, a member completed, a test run green, red and green again.
 *
 * node working.mjs '{"programs": {…}, "vsix": …, "workspace": …, "folder": …, "pictures": …, "settings": {…}}'
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { lineOf as lineIn, session, until } from './workbench.mjs';

const TEST = 'a_repair_nobody_takes_goes_to_the_foreman';
const GLYPH = '.editor-instance .testing-run-glyph';

const options = JSON.parse(process.argv[2]);
let workbench, page;

await session(options, (opened) => ([workbench, page] = [opened, opened.page]), {
  problem: problemIsShown,
  hover: hoverLinksToTheReference,
  completion: slotMembersAreOffered,
  explorer: testIsListed,
  green: lensRunsGreen,
  red: wrongExpectationTurnsRed,
  'green again': repairedTurnsGreen,
  'explorer run': explorerRunsAll,
  markdown: fenceIsColoured,
});

async function problemIsShown() {
  await workbench.open('drafts/leaving.osy');
  await page.waitForSelector('.monaco-editor .squiggly-error');
  const said = await workbench.hover('goto', 'exit { }');
  assert.match(said.text, /may not `goto`/);
  assert.match(said.text, /workflow-goto-in-exit/);
  assert.ok(said.links.some((link) => link.includes('osysharp.com/reference/workflow/enter-exit')), String(said.links));
}

async function hoverLinksToTheReference() {
  const said = await workbench.hover('exit', 'exit');
  assert.ok(said.links.some((link) => link.includes('osysharp.com/reference/workflow/enter-exit')), String(said.links));
}

async function slotMembersAreOffered() {
  await workbench.open('app/model/repairs.osy');
  const line = lineOf('app/model/repairs.osy', 'slot.Assign(foreman);');
  await workbench.goTo(line, 100);
  await page.keyboard.press('Enter');
  await page.keyboard.type('slot.');
  await page.waitForSelector('.suggest-widget.visible .monaco-list-row');
  const offered = await page.$$eval('.suggest-widget.visible .label-name', (labels) => labels.map((label) => label.textContent));
  for (const member of ['Assign', 'Assignee', 'Candidates', 'IsUnassigned', 'Status']) {
    assert.ok(offered.includes(member), `${member} is not among ${offered}`);
  }
}

async function fenceIsColoured() {
  await workbench.open('notes.md');
  const colourOf = (text) =>
    page.evaluate((wanted) => {
      const spans = [...document.querySelectorAll('.editor-instance .monaco-editor .view-line span span')];
      const span = spans.find((each) => each.textContent.replaceAll('\u00a0', ' ').trim() === wanted);
      return span && getComputedStyle(span).color;
    }, text);
  const keyword = await until(() => colourOf('goto'), 'the keyword in the fence');
  const plain = await colourOf('Mended; }').then((found) => found ?? colourOf('Mended'));
  assert.notEqual(keyword, plain);
}

async function testIsListed() {
  await page.keyboard.press('Escape');
  await workbench.command('File: Revert File');
  await workbench.command('Testing: Focus on Test Explorer View');
  const row = (text) => page.locator('.test-explorer .monaco-list-row', { hasText: text }).first();
  await row('pickup.test.osy').waitFor();
  await row('pickup.test.osy').click();
  for (const inner of ['Bench', TEST]) {
    await page.keyboard.press('ArrowRight');
    if (!(await row(inner).isVisible())) await page.keyboard.press('ArrowRight');
    await row(inner).waitFor();
    await page.keyboard.press('ArrowDown');
  }
  await workbench.open('app/tests/pickup.test.osy');
}

async function lensRunsGreen() {
  await runByLens('passed');
  const state = page.locator('.test-explorer .monaco-list-row', { hasText: TEST }).locator('.codicon-testing-passed-icon');
  await state.first().waitFor();
}

async function wrongExpectationTurnsRed() {
  await expectHolder('rosa');
  await runByLens('failed');
  const shown = page.locator('.test-error-content-widget').first();
  await shown.waitFor();
  const said = await shown.textContent();
  for (const value of ['rosa@workshop.test', 'nils@workshop.test']) assert.ok(said.includes(value), said);
  const [{ y }, box] = [await workbench.placeOf('"rosa@workshop.test", repair'), await shown.boundingBox()];
  assert.ok(box.y <= y && y <= box.y + box.height, 'the values do not stand on the line that failed');
}

async function repairedTurnsGreen() {
  await expectHolder('nils');
  await runByLens('passed');
}

async function explorerRunsAll() {
  for (const [name, outcome] of [['rosa', 'failed'], ['nils', 'passed']]) {
    await expectHolder(name);
    await workbench.command('Osy: Run All Tests');
    await page.waitForSelector(`${GLYPH}.codicon-testing-${outcome}-icon`);
  }
}

/** Types the name into the assertion of who holds the repair. */
async function expectHolder(name) {
  const line = lineOf('app/tests/pickup.test.osy', 'Assert.Equal("nils@workshop.test"');
  await workbench.goTo(line, '  Assert.Equal("'.length + 1);
  for (let count = 0; count < name.length; count += 1) await page.keyboard.press('Delete');
  await page.keyboard.type(name);
}

async function runByLens(outcome) {
  const line = lineOf('app/tests/pickup.test.osy', TEST);
  await workbench.goTo(line);
  const lens = await workbench.lensAbove(TEST);
  assert.match(await lens.textContent(), /Run/);
  await lens.click();
  await page.waitForSelector(`${GLYPH}.codicon-testing-${outcome}-icon`);
  const mark = { passed: '✓', failed: '✗' }[outcome];
  const told = async () => (await workbench.lensAbove(TEST)).textContent();
  await until(async () => new RegExp(`^Run · ${mark} [\\d.]+ m?s`).test(await told()), 'the last outcome in the lens');
}

/** The line, counted from 1, on which the workspace's file has this text. */
function lineOf(file, text) {
  return lineIn(path.join(options.workspace, file), text);
}
