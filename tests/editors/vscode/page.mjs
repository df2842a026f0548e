/**
 * The page of the preview by itself, in a browser without an editor around it: what it shows after each message.
 *
 * node page.mjs '{…}': the programs, the page's script, and the messages; prints what is seen after each.
 */
import path from 'node:path';

const { programs, script, messages } = JSON.parse(process.argv[2]);
const PAGE = `<!DOCTYPE html><select id="workflow"></select><span id="stale"></span><button id="smaller"></button>
<button id="larger"></button><button id="fit"></button><button id="list"></button><button id="export"></button>
<p id="nothing"></p><pre id="text" hidden></pre><main><div id="picture"></div><nav id="outline" hidden></nav></main>`;

const { chromium } = await import(path.join(programs.playwright, 'index.mjs'));
const browser = await chromium.launch({
  executablePath: programs.chromium,
  headless: true,
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
try {
  const page = await browser.newPage();
  const problems = [];
  page.on('pageerror', (problem) => problems.push(problem.message));
  await page.setContent(PAGE);
  await page.evaluate(() => {
    window.acquireVsCodeApi = () => ({ postMessage() {}, getState() {}, setState() {} });
  });
  await page.addScriptTag({ path: script });
  const seen = [];
  for (const message of messages) seen.push(await page.evaluate(after, message));
  console.log(JSON.stringify({ seen, problems }));
} finally {
  await browser.close();
}

function after(message) {
  window.dispatchEvent(new MessageEvent('message', { data: message }));
  document.getElementById('fit').click();
  const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
  const text = document.getElementById('text');
  return {
    workflows: texts('#workflow option'),
    stale: document.getElementById('stale').textContent,
    nothing: document.getElementById('nothing').textContent,
    text: text.hidden ? null : text.textContent,
    width: document.querySelector('#picture > *')?.getAttribute('width') ?? null,
    marked: document.querySelectorAll('#picture [aria-current]').length,
    outline: texts('#outline button'),
  };
}
