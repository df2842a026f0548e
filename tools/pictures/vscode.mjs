/**
 * Pictures of VS Code at work, with the gestures of its end-to-end tests: a finding, completion, a failing test, a graph.
 *
 * node vscode.mjs '{"programs": {…}, "vsix": …, "workspace": …, "folder": …, "pictures": …, "settings": {…}}'
 */
import fs from 'node:fs';
import path from 'node:path';
import { session, until } from '../../tests/editors/vscode/workbench.mjs';

const TEST = 'a_repair_nobody_takes_goes_to_the_foreman';

const options = JSON.parse(process.argv[2]);
let workbench, page;

await session(options, (opened) => ([workbench, page] = [opened, opened.page]), {
  problem: aFindingAndWhy,
  completion: theMembersOfASlot,
  red: aTestThatFails,
  graph: theStateMachineBesideTheText,
});

async function aFindingAndWhy() {
  await workbench.open('drafts/leaving.osy');
  await page.waitForSelector('.monaco-editor .squiggly-error', { timeout: 60_000 });
  await until(() => page.locator('.codelens-decoration', { hasText: 'Show state machine' }).count(), 'the lenses');
  await workbench.hover('goto', 'exit { }');
}

async function theMembersOfASlot() {
  await workbench.open('app/model/repairs.osy');
  await workbench.goTo(lineOf('app/model/repairs.osy', 'slot.Assign(foreman);'), 100);
  await page.keyboard.press('Enter');
  await page.keyboard.type('slot.');
  await page.waitForSelector('.suggest-widget.visible .monaco-list-row');
}

async function aTestThatFails() {
  const file = 'app/tests/pickup.test.osy';
  await page.keyboard.press('Escape');
  await workbench.command('File: Revert File');
  await workbench.command('Testing: Focus on Test Explorer View');
  await workbench.open(file);
  await workbench.goTo(lineOf(file, 'Assert.Equal("nils@workshop.test"'), '  Assert.Equal("'.length + 1);
  for (let count = 0; count < 'nils'.length; count += 1) await page.keyboard.press('Delete');
  await page.keyboard.type('rosa');
  await workbench.goTo(lineOf(file, TEST));
  await (await workbench.lensAbove(TEST)).click();
  await page.locator('.test-error-content-widget').first().waitFor({ timeout: 60_000 });
  await until(() => page.locator('.codelens-decoration', { hasText: '✗' }).count(), 'the outcome in the lens');
  await page.keyboard.press('Control+B').then(() => page.keyboard.press('Control+B'));
}

async function theStateMachineBesideTheText() {
  await page.keyboard.press('Control+B');
  await workbench.open('app/model/repairs.osy');
  await workbench.goTo(lineOf('app/model/repairs.osy', 'workflow RepairFlow'));
  await page.locator('.codelens-decoration a', { hasText: 'Show state machine' }).first().click();
  await workbench.webview('#picture svg');
}

/** The line, counted from 1, on which the workspace's file has this text. */
function lineOf(file, text) {
  const lines = fs.readFileSync(path.join(options.workspace, file), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}
