/** A real VS Code (code-server) in a headless Chromium, and the few gestures that a test makes in it. */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';

const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'update.mode': 'none',
  'git.enabled': false,
  'chat.commandCenter.enabled': false,
  'editor.minimap.enabled': false,
  'editor.hover.delay': 100,
  'terminal.integrated.gpuAcceleration': 'off',
  'editor.acceptSuggestionOnCommitCharacter': false,
  'files.autoSave': 'off',
};

/** How long to wait for what comes at once on a quiet machine. */
export const WAIT = 60_000;

/**
 * Opens VS Code, takes the steps in their order and ends the process: with 0 when all have held. Each step prints its name when
 * it has held and leaves a picture.
 */
export async function session(options, opened, steps) {
  const began = Date.now();
  const log = (line) => console.log(`${((Date.now() - began) / 1000).toFixed(1)}s ${line}`);
  fs.mkdirSync(options.pictures, { recursive: true });
  const workbench = await Workbench.start({ ...options, log });
  let name = 'start';
  let code = 0;
  try {
    log('VS Code is up');
    opened(workbench);
    for (const [each, act] of Object.entries(steps)) {
      name = each;
      try {
        await act();
      } finally {
        await workbench.page.screenshot({ path: path.join(options.pictures, `${name.replaceAll(' ', '-')}.png`) });
      }
      log(`step: ${name}`);
    }
  } catch (problem) {
    code = 1;
    log(`FAILED ${name}: ${problem.stack}`);
    console.log(workbench.output().slice(-3000));
  } finally {
    await workbench.stop();
  }
  process.exit(code);
}

export class Workbench {
  /** Installs the extensions into a fresh VS Code and opens the workspace; everything it writes is under `folder`. */
  static async start({ programs, vsix, driver, workspace, folder, settings = {}, log }) {
    const home = path.join(folder, 'home');
    const data = path.join(folder, 'data');
    const extensions = path.join(folder, 'extensions');
    for (const each of [home, path.join(data, 'User'), extensions]) fs.mkdirSync(each, { recursive: true });
    const config = path.join(folder, 'config.yaml');
    fs.writeFileSync(config, '');
    fs.writeFileSync(path.join(data, 'User', 'settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
    // The name of a socket may not be long.
    const socket = path.join(path.dirname(workspace), 'driver');
    const env = {
      ...process.env,
      OSY_DRIVER: socket,
      HOME: home,
      XDG_CONFIG_HOME: path.join(home, '.config'),
      XDG_DATA_HOME: path.join(home, '.local', 'share'),
    };
    const common = [programs.code_server, '--config', config, '--user-data-dir', data, '--extensions-dir', extensions];
    const wanted = [vsix, ...(driver ? [driver] : [])].flatMap((each) => ['--install-extension', each]);
    const installed = spawnSync(programs.node, [...common, ...wanted], { env, encoding: 'utf8' });
    if (installed.status !== 0) throw new Error(`an extension was not installed: ${installed.stdout}${installed.stderr}`);

    const port = await freePort();
    const server = spawn(
      programs.node,
      [
        ...common,
        ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
        ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
        workspace,
      ],
      { env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += chunk));
    const { chromium } = await import(path.join(programs.playwright, 'index.mjs'));
    let browser;
    const stop = async () => {
      await browser?.close();
      if (server.exitCode === null) {
        const gone = new Promise((resolve) => server.once('exit', resolve));
        server.kill('SIGTERM');
        const late = setTimeout(() => server.kill('SIGKILL'), 5000);
        await gone;
        clearTimeout(late);
      }
    };
    try {
      await until(() => fetch(`http://127.0.0.1:${port}/healthz`).then((answer) => answer.ok, () => false), 'code-server');
      browser = await chromium.launch({
        executablePath: programs.chromium,
        headless: true,
        args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      });
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      page.setDefaultTimeout(WAIT);
      page.on('pageerror', (error) => log(`page error: ${String(error).slice(0, 200)}`));
      await page.goto(`http://127.0.0.1:${port}/?${workspace.endsWith('.code-workspace') ? 'workspace' : 'folder'}=${encodeURIComponent(workspace)}`);
      await page.waitForSelector('.monaco-workbench .part.statusbar');
      return new Workbench(page, { workspace, socket, log, server }, stop, () => output);
    } catch (problem) {
      await stop();
      throw new Error(`${problem.message}\n${output.slice(-2000)}`);
    }
  }

  constructor(page, { workspace, socket, log, server }, stop, output) {
    this.page = page;
    this.workspace = workspace;
    this.socket = socket;
    this.log = log;
    this.server = server;
    this.stop = stop;
    this.output = output;
  }

  /** Opens a file by its path in the workspace. */
  async open(file) {
    const name = path.basename(file);
    await this.page.keyboard.press('Control+P');
    await this.page.waitForSelector('.quick-input-widget:not([style*="display: none"]) input');
    // A whole path is found without a search, for which this VS Code lacks the program.
    await this.page.keyboard.insertText(path.join(this.workspace, file));
    await this.page.waitForSelector(`.quick-input-list .monaco-list-row.focused[aria-label*="${name}"]`);
    await this.page.keyboard.press('Enter');
    await this.page.waitForSelector(`.tab.active[data-resource-name="${name}"]`);
    await this.page.waitForSelector('.editor-instance .monaco-editor .view-line');
  }

  /** Runs a command of the palette by its title. */
  async command(title) {
    // Another command may stand above it.
    const row = this.page.locator(`.quick-input-list .monaco-list-row[aria-label^="${title}"]`).first();
    // The palette lists the commands that there are when it opens: one that comes a moment later it never shows.
    for (let tries = 1; ; tries += 1) {
      await this.page.keyboard.press('F1');
      await this.page.waitForSelector('.quick-input-widget:not([style*="display: none"]) input');
      await this.page.keyboard.type(title);
      try {
        await row.waitFor({ timeout: WAIT / 6 });
        break;
      } catch (error) {
        if (tries === 6) throw error;
        await this.page.keyboard.press('Escape');
      }
    }
    await row.click();
  }

  /** Puts the cursor at a line and column that count from 1. */
  async goTo(line, column = 1) {
    await this.page.keyboard.press('Control+G');
    await this.page.waitForSelector('.quick-input-widget:not([style*="display: none"]) input');
    await this.page.keyboard.type(`${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.waitForSelector('.quick-input-widget', { state: 'hidden' });
  }

  /** Gives the focus to the text at the left, wherever it was. */
  async focusText() {
    await this.page.keyboard.press('Control+1');
    await this.page.waitForSelector('.editor-instance .monaco-editor.focused');
  }

  /** Chooses a colour theme by its name. */
  async theme(name) {
    await this.page.keyboard.press('Control+K');
    await this.page.keyboard.press('Control+T');
    await this.page.waitForSelector('.quick-input-list .monaco-list-row.focused');
    await this.page.keyboard.type(name);
    await this.page.waitForSelector(`.quick-input-list .monaco-list-row.focused[aria-label^="${name}"]`);
    await this.page.keyboard.press('Enter');
  }

  /** Where the cursor is, counted from 1, and how much is selected. */
  async selection() {
    const text = (await this.page.locator('.statusbar-item[id="status.editor.selection"]').textContent()) ?? '';
    const [, line, column, , selected] = /Ln (\d+), Col (\d+)( \((\d+) selected\))?/.exec(text) ?? [];
    return { line: Number(line), column: Number(column), selected: Number(selected ?? 0) };
  }

  /** Runs a function in the process of the extensions (see `driver/driver.js`) and gives what it gives. */
  async inEditor(act, given) {
    await until(() => fs.existsSync(this.socket), 'the driver');
    const said = await new Promise((resolve, reject) => {
      const asked = { socketPath: this.socket, method: 'POST', timeout: WAIT };
      const request = http.request(asked, async (response) => {
        const chunks = await response.toArray();
        resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
      });
      request.on('timeout', () => request.destroy(new Error(`no answer from the editor to ${act}`)));
      request.on('error', reject);
      request.end(JSON.stringify({ act: String(act), given }));
    });
    if (said.problem) throw new Error(`in the editor: ${said.problem}`);
    return said.result;
  }

  /** The frame of a webview that has an element for this selector. */
  webview(selector) {
    return until(async () => {
      for (const frame of this.page.frames()) {
        if (await frame.locator(selector).count().catch(() => 0)) return frame;
      }
      return null;
    }, `a webview with ${selector}`);
  }

  /** The ids and the command lines of the processes below this VS Code. */
  processes() {
    const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((id) => {
      try {
        const stat = fs.readFileSync(`/proc/${id}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const words = fs.readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0').join(' ');
        return state === 'Z' ? [] : [{ id: Number(id), parent: Number(parent), words }];
      } catch {
        return []; // It ended while we looked.
      }
    });
    const below = new Set([this.server.pid]);
    for (let size = 0; size !== below.size; ) {
      size = below.size;
      all.filter(({ parent }) => below.has(parent)).forEach(({ id }) => below.add(id));
    }
    return all.filter(({ id }) => below.has(id));
  }

  /** The middle of the first place on the screen where the editor shows this text. */
  async placeOf(text) {
    const found = await this.page.evaluate((wanted) => {
      for (const line of document.querySelectorAll('.editor-instance .monaco-editor .view-line')) {
        // The editor draws spaces as no-break spaces, and each token as an element of its own.
        const at = line.textContent.replaceAll('\u00a0', ' ').indexOf(wanted);
        if (at < 0) continue;
        const range = document.createRange();
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        let offset = 0;
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const end = offset + node.data.length;
          if (offset <= at && at < end) range.setStart(node, at - offset);
          if (offset < at + wanted.length && at + wanted.length <= end) range.setEnd(node, at + wanted.length - offset);
          offset = end;
        }
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }
      return null;
    }, text);
    if (!found) throw new Error(`the editor does not show ${JSON.stringify(text)}`);
    return found;
  }

  /** What the hover over this text says, once it holds `wanted`. */
  async hover(text, wanted) {
    const hover = this.page.locator('.monaco-hover:visible', { hasText: wanted }).first();
    // The editor asks once, when the pointer comes to rest: if that was too early, it has to come again.
    for (let tries = 1; ; tries++) {
      const { x, y } = await this.placeOf(text);
      // A hover that is open from before would be taken for this one.
      await this.page.mouse.move(2, 2);
      await this.page.locator('.monaco-hover:visible').first().waitFor({ state: 'detached' });
      await this.page.mouse.move(x, y, { steps: 4 });
      try {
        await hover.waitFor({ timeout: 10_000 });
        break;
      } catch (error) {
        if (tries === 4) throw error;
      }
    }
    const said = await hover.evaluate((element) => ({
      text: element.innerText,
      links: [...element.querySelectorAll('a')].map((link) => link.getAttribute('data-href') ?? link.href),
    }));
    return said;
  }

  /** The lens above the line that shows this text. */
  lensAbove(text) {
    return until(async () => {
      const { y } = await this.placeOf(text);
      for (const lens of await this.page.locator('.monaco-editor .codelens-decoration a').all()) {
        const box = await lens.boundingBox().catch(() => null);
        if (box && box.y < y && y - box.y < 45) return lens;
      }
      return null;
    }, `a lens above ${text}`);
  }
}

/** The line, counted from 1, on which a file has this text. */
export function lineOf(file, text) {
  const index = fs.readFileSync(file, 'utf8').split('\n').findIndex((line) => line.includes(text));
  if (index < 0) throw new Error(`${file} has no ${text}`);
  return index + 1;
}

/** Waits until `probe` gives something true, and gives that. */
export async function until(probe, what, limit = WAIT) {
  const end = Date.now() + limit;
  for (;;) {
    const result = await probe();
    if (result) return result;
    if (Date.now() > end) throw new Error(`waited ${limit / 1000} s in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
