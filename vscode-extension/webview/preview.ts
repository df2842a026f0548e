/** The page of the state machine preview: what the extension tells is drawn, what is clicked is told. */
import type { FromPage, Picture, ToPage } from '../src/state-machine/messages';
import { Canvas } from './canvas';
import type { Item } from './items';
import { fillOutline } from './outline';

interface Kept {
  readonly uri?: string;
  readonly workflow?: string;
  readonly zoom?: number;
  readonly isList?: boolean;
  readonly scroll?: readonly [number, number];
}

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void; getState(): Kept | undefined; setState(state: Kept): void };

const host = acquireVsCodeApi();
const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const [workflow, stale, nothing, text] = [byId<HTMLSelectElement>('workflow'), byId('stale'), byId('nothing'), byId('text')];
const [outline, list, frame] = [byId('outline'), byId('list'), byId('picture')];

let kept: Kept = host.getState() ?? {};
const keep = (change: Kept): void => {
  kept = { ...kept, ...change };
  host.setState(kept);
};

const reveal = ({ start, end }: Item, focus: boolean): void => {
  if (start >= 0) {
    host.postMessage({ type: 'reveal', start, end, focus });
  }
};
const canvas = new Canvas(frame, reveal, () => keep({ zoom: canvas.zoom }));

function draw({ uri, workflow: name, workflows, svg, text: written, stale: reason }: Picture): void {
  const isFirst = canvas.items.length === 0;
  keep({ uri, workflow: name });
  if (!workflows.includes(name)) {
    workflows = [name, ...workflows];
  }
  workflow.replaceChildren(...workflows.map((each) => new Option(each, each, each === name, each === name)));
  workflow.disabled = workflows.length < 2;
  say(reason);
  instead(svg ? '' : 'The picture cannot be laid out; this is the workflow as text.', svg ? '' : written);
  if (svg) {
    canvas.show(svg, name);
  } else {
    canvas.clear();
  }
  if (isFirst && svg) {
    if (kept.zoom === undefined) {
      canvas.fitWidth();
    } else {
      canvas.setZoom(kept.zoom);
    }
    frame.scrollTo(...(kept.scroll ?? [0, 0]));
  }
  fillOutline(outline, canvas.items, (item) => reveal(item, true));
}

/** What stands in the place of a picture; nothing of the one before is left, as it would lead somewhere else. */
function instead(reason: string, written: string): void {
  nothing.textContent = reason;
  text.textContent = written;
  text.hidden = written === '';
}

function drawNothing(reason: string): void {
  workflow.replaceChildren();
  workflow.disabled = true;
  say('');
  instead(reason, '');
  canvas.clear();
  fillOutline(outline, [], () => undefined);
}

/** Says why the picture is not that of the text; nothing when it is. */
function say(reason: string): void {
  // A status that is set again to the same words would be read again.
  if (stale.textContent !== reason) {
    stale.textContent = reason;
  }
  document.body.classList.toggle('stale', reason !== '');
}

function showList(isShown: boolean): void {
  outline.hidden = !isShown;
  list.setAttribute('aria-pressed', String(isShown));
  keep({ isList: isShown });
}

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  switch (data.type) {
    case 'picture':
      draw(data.picture);
      break;
    case 'stale':
      say(data.reason);
      break;
    case 'nothing':
      drawNothing(data.reason);
      break;
    case 'cursor':
      canvas.mark(data.offset);
      break;
  }
});

workflow.addEventListener('change', () => host.postMessage({ type: 'choose', workflow: workflow.value }));
byId('larger').addEventListener('click', () => canvas.enlarge());
byId('smaller').addEventListener('click', () => canvas.reduce());
byId('fit').addEventListener('click', () => canvas.fit());
byId('export').addEventListener('click', () => host.postMessage({ type: 'export' }));
list.addEventListener('click', () => showList(outline.hidden));
frame.addEventListener('scroll', () => keep({ scroll: [frame.scrollLeft, frame.scrollTop] }), { passive: true });
showList(kept.isList ?? false);
host.postMessage({ type: 'ready' });
