/** The picture in its frame: put in place of the one before, with the same zoom, the same place and the same focus. */
import type { Item } from './items';
import { itemAt, itemsOf, neighbour } from './items';

const STEP = 1.2;
const LEAST = 0.2;
const MOST = 4;
const READABLE = 0.7;

export class Canvas {
  items: readonly Item[] = [];
  zoom = 1;
  private svg: SVGSVGElement | undefined;
  private width = 0;
  private height = 0;
  private current: Item | undefined;
  private readonly style = new CSSStyleSheet();

  /** `chosen` is told of an item that was clicked or entered, and whether the text shall get the focus. */
  constructor(
    readonly frame: HTMLElement,
    private readonly chosen: (item: Item, focus: boolean) => void,
    private readonly zoomed: () => void,
  ) {
    // The page allows no style in the picture; a sheet that a script makes is no such style.
    document.adoptedStyleSheets = [this.style];
    frame.addEventListener('keydown', (event) => this.key(event));
    frame.addEventListener('click', (event) => {
      const item = this.itemOf(event.target);
      if (item) {
        this.focus(item);
        this.chosen(item, true);
      }
    });
    frame.addEventListener('focusin', (event) => {
      const item = this.itemOf(event.target);
      if (item) {
        this.makeCurrent(item);
      }
    });
    frame.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  show(markup: string, name: string): void {
    const parsed = new DOMParser().parseFromString(markup, 'image/svg+xml').documentElement;
    const svg = document.importNode(parsed, true) as unknown as SVGSVGElement;
    const style = svg.querySelector('style');
    this.style.replaceSync(style?.textContent ?? '');
    style?.remove();
    svg.setAttribute('role', 'group');
    svg.setAttribute('aria-label', `State machine ${name}`);
    svg.removeAttribute('aria-labelledby');
    // It would hover over everything that says nothing itself.
    svg.querySelector(':scope > title')?.remove();
    this.width = Number(svg.getAttribute('width'));
    this.height = Number(svg.getAttribute('height'));
    const hadFocus = this.frame.contains(document.activeElement);
    const { scrollLeft, scrollTop } = this.frame;
    const before = this.current?.identity;
    this.svg = svg;
    this.items = itemsOf(svg);
    this.items.forEach(makeFocusable);
    this.current = undefined;
    this.resize();
    this.frame.replaceChildren(svg);
    this.frame.scrollTo(scrollLeft, scrollTop);
    const item = this.items.find((each) => each.identity === before) ?? this.items[0];
    if (item) {
      this.makeCurrent(item);
      if (hadFocus) {
        item.element.focus({ preventScroll: true });
      }
    }
  }

  /** Takes the picture away, and all that leads from it into the text. */
  clear(): void {
    this.frame.replaceChildren();
    this.style.replaceSync('');
    this.svg = undefined;
    this.items = [];
    this.current = undefined;
    [this.width, this.height] = [0, 0];
  }

  /** Marks what the text's cursor is in, and brings it into view unless somebody is busy in the picture. */
  mark(offset: number): Item | undefined {
    const item = itemAt(this.items, offset);
    this.svg?.querySelectorAll('.selected').forEach((each) => each.classList.remove('selected'));
    this.items.forEach((each) => each.element.removeAttribute('aria-current'));
    if (!item) {
      return undefined;
    }
    item.element.setAttribute('aria-current', 'true');
    const arrow = (item.element.closest('.label') as SVGGElement | null)?.dataset['arrow'];
    const around = item.element.closest('g.state');
    for (const each of [item.element, around, arrow && this.svg?.querySelector(`#${CSS.escape(arrow)}`)]) {
      if (each) {
        each.classList.add('selected');
      }
    }
    if (!this.frame.contains(document.activeElement)) {
      this.makeCurrent(item);
      item.element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    return item;
  }

  enlarge(): void {
    this.setZoom(this.zoom * STEP);
  }

  reduce(): void {
    this.setZoom(this.zoom / STEP);
  }

  fit(): void {
    const { clientWidth, clientHeight } = this.frame;
    if (!this.svg) {
      return;
    }
    this.setZoom(Math.min(1, clientWidth / this.width, clientHeight / this.height));
  }

  /** Makes a wide picture smaller, as far as it can still be read. */
  fitWidth(): void {
    this.setZoom(Math.min(1, Math.max(READABLE, this.frame.clientWidth / this.width)));
  }

  setZoom(zoom: number): void {
    const { frame } = this;
    const factor = Math.min(MOST, Math.max(LEAST, zoom || 1)) / this.zoom;
    const [x, y] = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
    this.zoom *= factor;
    this.resize();
    // What was in the middle stays there.
    frame.scrollTo(x * factor - frame.clientWidth / 2, y * factor - frame.clientHeight / 2);
    this.zoomed();
  }

  focus(item: Item): void {
    this.makeCurrent(item);
    item.element.focus();
  }

  private resize(): void {
    this.svg?.setAttribute('width', String(this.width * this.zoom));
    this.svg?.setAttribute('height', String(this.height * this.zoom));
  }

  /** The one item that the tab key reaches; from there the arrow keys go on. */
  private makeCurrent(item: Item): void {
    this.current?.element.setAttribute('tabindex', '-1');
    this.current = item;
    item.element.setAttribute('tabindex', '0');
  }

  private itemOf(target: EventTarget | null): Item | undefined {
    for (let each = target instanceof Element ? target : null; each && each !== this.frame; each = each.parentElement) {
      const item = this.items.find(({ element }) => element === each);
      if (item) {
        return item;
      }
    }
    return undefined;
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const item = this.itemOf(event.target);
    const next = item && neighbour(this.items, item, event.key);
    if (next) {
      this.focus(next);
    } else if (item && (event.key === 'Enter' || event.key === ' ')) {
      this.chosen(item, event.key === 'Enter');
    } else if (event.key === '+' || event.key === '=') {
      this.enlarge();
    } else if (event.key === '-') {
      this.reduce();
    } else if (event.key === '0') {
      this.fit();
    } else if (!item || !KEYS.has(event.key)) {
      return;
    }
    event.preventDefault();
  }

  private wheel(event: WheelEvent): void {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.setZoom(this.zoom * (event.deltaY < 0 ? STEP : 1 / STEP));
    }
  }
}

/** Keys that scroll the page elsewhere. */
const KEYS = new Set(['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

function makeFocusable({ element, label }: Item): void {
  element.setAttribute('tabindex', '-1');
  element.setAttribute('role', 'button');
  element.setAttribute('aria-label', label);
}
