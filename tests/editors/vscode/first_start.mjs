/**
 * The first minutes with the extension: nothing runs before the folder is trusted, a wrong interpreter is explained, and the
 * server starts by itself once the setting is right.
 *
 * node first_start.mjs '{…}': the options of working.mjs, with an interpreter that does not exist in the settings.
 */
import assert from 'node:assert/strict';
import { session, until } from './workbench.mjs';

const options = JSON.parse(process.argv[2]);
let workbench, page;

await session(options, (opened) => ([workbench, page] = [opened, opened.page]), {
  'not trusted': nothingRuns,
  'wrong interpreter': problemIsExplained,
  'how to': buttonOpensTheReadme,
  'right interpreter': serverStartsByItself,
  restart: serverIsRestarted,
});

async function nothingRuns() {
  await workbench.open('drafts/leaving.osy');
  await until(async () => (await serverStatus()).includes('this folder is not trusted'), 'the status');
  assert.equal(await page.locator('.squiggly-error').count(), 0);
  assert.equal(await page.locator('.notification-toast').count(), 0);
}

async function problemIsExplained() {
  await workbench.command('Workspaces: Manage Workspace Trust');
  await page.locator('.workspace-trust-editor .monaco-button', { hasText: 'Trust' }).first().click();
  const toast = page.locator('.notification-toast', { hasText: 'osy.server.interpreter' });
  await toast.waitFor({ timeout: 20_000 });
  assert.match(await toast.textContent(), /not found/);
}

async function buttonOpensTheReadme() {
  await page.locator('.notification-toast .monaco-button', { hasText: 'How to Set Up' }).click();
  const texts = () => Promise.all(page.frames().map((frame) => frame.textContent('body').catch(() => '')));
  await until(async () => (await texts()).some((text) => text.includes('The extension takes, in this order')), 'the readme');
}

async function serverStartsByItself() {
  await workbench.command('Preferences: Open User Settings (JSON)');
  await page.waitForSelector('.tab.active[data-resource-name="settings.json"]');
  await page.locator('.editor-instance .view-line', { hasText: '/nowhere/python' }).waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('{}');
  await page.keyboard.press('Control+S');
  await workbench.open('drafts/leaving.osy');
  await page.waitForSelector('.monaco-editor .squiggly-error', { timeout: 20_000 });
  assert.match(await serverStatus(), /Python 3\.\d+\.\d+, bundled server/);
}

async function serverIsRestarted() {
  await workbench.command('Osy: Restart Language Server');
  await page.waitForSelector('.monaco-editor .squiggly-error', { state: 'detached' });
  await page.waitForSelector('.monaco-editor .squiggly-error');
  assert.equal(await page.locator('.squiggly-error').count(), 1);
}

/** What the language status at the bottom says of the server. */
async function serverStatus() {
  const entry = page.locator('.statusbar-item[id="status.languageStatus"] a').first();
  await entry.waitFor();
  return (await entry.getAttribute('aria-label')) ?? '';
}
