/** What can be gone to in a picture: its states, the lines in them, its moves; in the order in which they are read. */

export type Kind = 'state' | 'row' | 'move';

export interface Item {
  readonly kind: Kind;
  readonly element: SVGGElement;
  /** What it says in full. */
  readonly label: string;
  /** Its first line, which says what it is. */
  readonly title: string;
  /** What it is called, whatever the order of the text: by this it is found again in the next picture. */
  readonly identity: string;
  readonly start: number;
  readonly end: number;
  /** The name of the state that it belongs to, or that a move leaves. */
  readonly state: string;
  /** The name of the state that a move leads to. */
  readonly target: string;
  /** The whole state around a name. */
  readonly block: { readonly start: number; readonly end: number } | undefined;
}

const PLACED = 'g[data-start]';

/** The items of a picture, each state with its lines and the moves out of it. */
export function itemsOf(svg: SVGSVGElement): Item[] {
  const states = [...svg.querySelectorAll<SVGGElement>('g.state')];
  const moves = [...svg.querySelectorAll<SVGGElement>('g.label')].flatMap((label) => movesOf(svg, label));
  const found = states.flatMap((state) => {
    const name = state.dataset['name'] ?? '';
    const rows = [...state.querySelectorAll<SVGGElement>(PLACED)].map((row) => item(row, row.id ? 'move' : 'row', name, name));
    return [item(state, 'state', name, ''), ...rows, ...moves.filter((move) => move.state === name)];
  });
  const seen = new Map<string, number>();
  return found.map((each) => {
    const count = seen.get(each.identity) ?? 0;
    seen.set(each.identity, count + 1);
    return { ...each, identity: `${each.identity}#${count}` };
  });
}

/** The innermost item around an offset of the text. */
export function itemAt(items: readonly Item[], offset: number): Item | undefined {
  let best: Item | undefined;
  let size = Infinity;
  for (const each of items) {
    for (const { start, end } of [each, ...(each.block ? [each.block] : [])]) {
      if (start <= offset && offset <= end && end - start < size) {
        [best, size] = [each, end - start];
      }
    }
  }
  return best;
}

/** Where the arrow keys lead from an item. */
export function neighbour(items: readonly Item[], from: Item, key: string): Item | undefined {
  const index = items.indexOf(from);
  const state = (name: string): Item | undefined => items.find((each) => each.kind === 'state' && each.state === name);
  switch (key) {
    case 'ArrowDown':
      return items[index + 1];
    case 'ArrowUp':
      return items[index - 1];
    case 'Home':
      return items[0];
    case 'End':
      return items[items.length - 1];
    case 'ArrowRight':
      return from.kind === 'move' ? state(from.target) : items.find((each) => each.kind === 'move' && each.state === from.state);
    case 'ArrowLeft':
      return from.kind === 'state' ? items.find((each) => each.kind === 'move' && each.target === from.state) : state(from.state);
    default:
      return undefined;
  }
}

function movesOf(svg: SVGSVGElement, label: SVGGElement): Item[] {
  const arrow = svg.querySelector<SVGGElement>(`#${CSS.escape(label.dataset['arrow'] ?? '')}`);
  const { source = '', target = '' } = arrow?.dataset ?? {};
  return [...label.querySelectorAll<SVGGElement>(PLACED)].map((move) => item(move, 'move', source, target));
}

function item(element: SVGGElement, kind: Kind, state: string, target: string): Item {
  const { start, end, blockStart, blockEnd } = element.dataset;
  const title = (element.querySelector(':scope > title')?.textContent ?? '').split('\n').filter(Boolean);
  const isReturn = kind === 'move' && state === target;
  const label = isReturn ? `${state} → ${target}: ${title.join(', ')}` : title.join(', ');
  return {
    kind,
    element,
    label,
    title: title[0] ?? '',
    identity: `${kind} ${state} ${kind === 'state' ? '' : label}`,
    start: Number(start ?? -1),
    end: Number(end ?? -1),
    state,
    target,
    block: blockStart === undefined ? undefined : { start: Number(blockStart), end: Number(blockEnd) },
  };
}
