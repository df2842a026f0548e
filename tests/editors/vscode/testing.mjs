/**
 * The Test Explorer: tests of broken files stay, a failure with its values and its output, coverage, watching, an end that ends
 * everything, a server that falls over; and tasks.
 *
 * node testing.mjs '{…}': the options of working.mjs.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { lineOf, session, until } from './workbench.mjs';

const TEST = 'a_repair_nobody_takes_goes_to_the_foreman';
const FLOW = 'app/model/repairs.osy';
const TESTS = 'app/tests/pickup.test.osy';
const ENDLESS = 'app/tests/endless.test.osy';
const CANCELLED_MS = 1000;
const options = JSON.parse(process.argv[2]);
const inWorkspace = (name) => path.join(options.workspace, name);
let workbench, page;

fs.writeFileSync(inWorkspace(ENDLESS), '[Test]\nvoid never_ends() {\n  while (true) { }\n}\n');
await session(options, (opened) => ([workbench, page] = [opened, opened.page]), {
  discovery: newTestIsListed,
  broken: testsOfABrokenFileStay,
  selected: oneTestIsRun,
  failure: failureShowsItsValues,
  output: outputSaysWhereTheRowsStood,
  watch: savingRunsAgain,
  coverage: linesAndStatesAreCoverage,
  cancel: cancelEndsTheProcesses,
  crash: serverThatFallsOverComesBack,
  references: lensShowsMentions,
  task: tasksAreOffered,
  walkthrough: walkthroughOpens,
});

async function newTestIsListed() {
  await workbench.open(TESTS);
  await workbench.command('Testing: Focus on Test Explorer View');
  await row('endless.test.osy').waitFor();
  await row('pickup.test.osy').click();
  await page.keyboard.press('ArrowRight');
  await row('Bench').waitFor();
  await row('Bench').click();
  await page.keyboard.press('ArrowRight');
  await row(TEST).waitFor();
  await workbench.open(TESTS);
  await workbench.goTo(lineOf(inWorkspace(TESTS), '[Test(Bench)]'));
  await page.keyboard.insertText('[Test(Bench)]\nvoid just_typed() { Assert.Null(null); }\n\n');
  await row('just_typed').waitFor();
  await workbench.command('File: Revert File');
  await row('just_typed').waitFor({ state: 'detached' });
}

async function testsOfABrokenFileStay() {
  await workbench.open(TESTS);
  await workbench.goTo(lineOf(inWorkspace(TESTS), '[Test(Bench)]'));
  await page.keyboard.type('void broken( {{ ');
  await page.waitForSelector('.monaco-editor .squiggly-error');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.ok(await row(TEST).isVisible(), 'the test is no longer listed');
  await workbench.command('File: Revert File');
  await page.waitForSelector('.monaco-editor .squiggly-error', { state: 'detached' });
}

async function oneTestIsRun() {
  await runByRow();
  await row(TEST).locator('.codicon-testing-passed-icon').waitFor();
  assert.equal(await row('endless.test.osy').locator('.codicon-testing-passed-icon').count(), 0);
}

async function failureShowsItsValues() {
  await edit('nils@workshop.test', 'rosa@workshop.test');
  await runByRow();
  await row(TEST).locator('.codicon-testing-failed-icon').waitFor();
  await page.locator('.test-error-content-widget').first().click();
  const diff = page.locator('.monaco-diff-editor').first();
  await diff.waitFor();
  await until(async () => {
    const text = (await diff.innerText()).replaceAll('\u00a0', ' ');
    return text.includes('rosa@workshop.test') && text.includes('nils@workshop.test');
  }, 'the values side by side');
}

async function outputSaysWhereTheRowsStood() {
  await page.keyboard.press('Escape');
  await workbench.goTo(1);
  await workbench.command('Test: Show Output');
  const rows = '.part.panel .xterm-rows > div';
  await until(async () => (await page.locator(rows).allTextContents()).some((line) => /slot Job: Assigned/.test(line)), 'where the rows stood');
}

async function savingRunsAgain() {
  await workbench.command('View: Hide Panel');
  await row(TEST).hover();
  await row(TEST).locator('.action-label[aria-label*="Continuous Run"], .codicon-eye').first().click();
  await workbench.open(TESTS);
  await edit('rosa@workshop.test', 'nils@workshop.test');
  await page.keyboard.press('Control+S');
  await row(TEST).locator('.codicon-testing-passed-icon').waitFor();
  await edit('nils@workshop.test', 'rosa@workshop.test');
  await page.keyboard.press('Control+S');
  await row(TEST).locator('.codicon-testing-failed-icon').waitFor();
  await edit('rosa@workshop.test', 'nils@workshop.test');
  await page.keyboard.press('Control+S');
  await row(TEST).locator('.codicon-testing-passed-icon').waitFor();
  await row(TEST).hover();
  await row(TEST).locator('.action-label[aria-label*="Continuous Run"], .codicon-eye').first().click();
}

async function linesAndStatesAreCoverage() {
  await row(TEST).hover();
  await row(TEST).locator('.action-label.codicon-testing-coverage-icon').first().click();
  const covered = (text) => page.locator('.pane', { hasText: 'Test Coverage' }).locator('.monaco-list-row', { hasText: text }).first();
  await covered('repairs.osy').filter({ hasText: '%' }).waitFor();
  await workbench.open(FLOW);
  await workbench.goTo(lineOf(inWorkspace(FLOW), 'slot.Assign(foreman)'));
  await page.waitForSelector('.editor-instance .coverage-deco-gutter.coverage-deco-hit');
  await page.waitForSelector('.editor-instance .coverage-deco-gutter.coverage-deco-miss');
  await covered('repairs.osy').click();
  await page.keyboard.press('ArrowRight');
  await covered('state Mended').waitFor();
}

async function cancelEndsTheProcesses() {
  const runs = () => workbench.processes().filter(({ words }) => words.includes('osy_runtime'));
  await workbench.open(ENDLESS);
  await workbench.goTo(2);
  const lens = await workbench.lensAbove('never_ends');
  await lens.click();
  await until(() => runs().length >= 2, 'the process of the run and that of its test');
  // The square's key: the square itself is shown only as long as the pointer is near it.
  await page.keyboard.press('Control+;');
  await page.keyboard.press('Control+x');
  const asked = Date.now();
  await until(() => runs().length === 0, 'the end of all processes');
  const took = Date.now() - asked;
  workbench.log(`all processes of the run were gone after ${took} ms`);
  assert.ok(took < CANCELLED_MS, `it took ${took} ms to end the run`);
  await until(() => page.locator('.codicon-testing-loading-icon, .codicon-loading.codicon-modifier-spin').count().then((count) => !count), 'the end of the run');
}

async function serverThatFallsOverComesBack() {
  await workbench.open(TESTS);
  const servers = () => workbench.processes().filter(({ words }) => / -m osy_server/.test(words));
  const [first] = servers();
  process.kill(first.id, 'SIGKILL');
  await until(() => servers().some(({ id }) => id !== first.id), 'another server');
  assert.ok(await row(TEST).locator('.codicon-testing-passed-icon').isVisible(), 'the result is gone');
  await runByRow();
  await workbench.open('drafts/leaving.osy');
  await page.waitForSelector('.monaco-editor .squiggly-error');
}

async function lensShowsMentions() {
  await workbench.open(FLOW);
  await workbench.goTo(lineOf(inWorkspace(FLOW), 'entity Repair {'));
  const lens = () => workbench.lensAbove('entity Repair {');
  await until(async () => /^\d+ references?$/.test(await (await lens()).textContent()), 'the number of mentions');
  // A lens that is drawn anew between the two halves of a click does not see it.
  const list = page.locator('.reference-zone-widget .ref-tree .monaco-list-row').first();
  await until(async () => {
    await (await lens()).click();
    return list.waitFor({ timeout: 5000 }).then(() => true, () => false);
  }, 'the mentions');
  await page.keyboard.press('Escape');
}

/** They are not run here: this VS Code has no terminals. What the matchers find is tested without it. */
async function tasksAreOffered() {
  await workbench.command('Tasks: Run Task');
  const row = (text) => page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  await row('osy').click();
  await row('osy: check').waitFor();
  await row('osy: test').waitFor();
  await page.keyboard.press('Escape');
}

async function walkthroughOpens() {
  await workbench.command('Osy: Get Started with Osy#');
  await page.locator('.gettingStartedContainer', { hasText: 'See the State Machine' }).waitFor();
}

// ── Gestures ─────────────────────────────────────────────────────────────────────────────────────────────────────────

function row(text) {
  return page.locator('.test-explorer .monaco-list-row', { hasText: text }).first();
}

async function runByRow() {
  await row(TEST).hover();
  await row(TEST).locator('.action-label.codicon-testing-run-icon').first().click();
}

/** Writes another text in the place of the first mention of one. */
async function edit(before, after) {
  await workbench.open(TESTS);
  await workbench.goTo(lineOf(inWorkspace(TESTS), 'repair.Holder!.Email'), '  Assert.Equal("'.length + 1);
  for (let count = 0; count < before.length; count += 1) await page.keyboard.press('Delete');
  await page.keyboard.type(after);
}
