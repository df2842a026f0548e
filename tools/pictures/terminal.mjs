/**
 * Draws what a program wrote into a terminal: by the terminal of VS Code, in a browser.
 *
 * node terminal.mjs '{"playwright": …, "chromium": …, "xterm": …, "written": …, "columns": …, "lines": …, "picture": …}'
 */
import fs from 'node:fs';
import path from 'node:path';

const options = JSON.parse(process.argv[2]);
const { chromium } = await import(path.join(options.playwright, 'index.mjs'));
const browser = await chromium.launch({ executablePath: options.chromium, headless: true, args: ['--no-sandbox', '--disable-gpu'] });
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  await page.setContent('<body style="margin: 0; background: #14161b"><div id="terminal" style="display: inline-block"></div></body>');
  await page.addStyleTag({ path: path.join(options.xterm, 'css', 'xterm.css') });
  await page.addScriptTag({ path: path.join(options.xterm, 'lib', 'xterm.js') });
  await page.evaluate(
    ([text, cols, rows]) => {
      const theme = { background: '#14161b', foreground: '#e0e2ea' };
      const font = { fontFamily: '"DejaVu Sans Mono", monospace', fontSize: 14, lineHeight: 1.15 };
      const terminal = new window.Terminal({ cols, rows, theme, cursorInactiveStyle: 'block', ...font });
      terminal.open(document.getElementById('terminal'));
      return new Promise((resolve) => terminal.write(text, () => setTimeout(resolve, 500)));
    },
    [fs.readFileSync(options.written, 'utf8'), options.columns, options.lines],
  );
  await page.locator('.xterm-screen').screenshot({ path: options.picture });
} finally {
  await browser.close();
}
