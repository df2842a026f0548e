/**
 * The first minutes with the extension: nothing runs before the folder is trusted, a wrong interpreter is explained, and the
 * server starts by itself once the setting is right.
 *
 * node first_start.mjs '{…}': the options of working.mjs.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { session, until } from './workbench.mjs';

const options = JSON.parse(process.argv[2]);
// A Python that the folder brings: it leaves a mark when anybody runs it.
const brought = path.join(options.workspace, '.venv', 'bin', 'python');
const mark = path.join(options.workspace, 'was-run');
let workbench, page;

fs.mkdirSync(path.dirname(brought), { recursive: true });
fs.writeFileSync(brought, `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
fs.mkdirSync(path.join(options.workspace, '.vscode'));
fs.writeFileSync(path.join(options.workspace, '.vscode', 'settings.json'), JSON.stringify({ 'osy.server.interpreter': brought }));

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
  assert.ok(!fs.existsSync(mark), 'a Python of the folder was run');
}

async function problemIsExplained() {
  fs.rmSync(brought);
  await workbench.command('Workspaces: Manage Workspace Trust');
  await page.locator('.workspace-trust-editor .monaco-button', { hasText: 'Trust' }).first().click();
  const toast = page.locator('.notification-toast', { hasText: 'osy.server.interpreter' });
  await toast.waitFor();
  assert.match(await toast.textContent(), /not found/);
}

async function buttonOpensTheReadme() {
  await page.locator('.notification-toast .monaco-button', { hasText: 'How to Set Up' }).click();
  const texts = () => Promise.all(page.frames().map((frame) => frame.textContent('body').catch(() => '')));
  await until(async () => (await texts()).some((text) => text.includes('The extension takes, in this order')), 'the readme');
}

async function serverStartsByItself() {
  await workbench.command('Osy: Choose Python for the Language Server');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'bundled server' }).first().click();
  await workbench.open('drafts/leaving.osy');
  await page.waitForSelector('.monaco-editor .squiggly-error');
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
