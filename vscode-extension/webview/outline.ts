/** The picture as a list, for those who read better than they look: each state, its lines, the moves out of it. */
import type { Item } from './items';

/** Fills the element with the items; `chosen` is told of one that was clicked. */
export function fillOutline(outline: HTMLElement, items: readonly Item[], chosen: (item: Item) => void): void {
  const hadFocus = outline.contains(document.activeElement) ? document.activeElement?.getAttribute('data-identity') : undefined;
  const states = document.createElement('ul');
  let inner: HTMLUListElement | undefined;
  for (const item of items) {
    const entry = document.createElement('li');
    const button = document.createElement('button');
    button.textContent = item.kind === 'state' ? item.title : item.label;
    button.className = item.kind;
    button.dataset['identity'] = item.identity;
    button.disabled = item.start < 0;
    button.addEventListener('click', () => chosen(item));
    entry.append(button);
    if (item.kind === 'state') {
      inner = document.createElement('ul');
      entry.append(inner);
      states.append(entry);
    } else {
      inner?.append(entry);
    }
  }
  outline.replaceChildren(states);
  if (hadFocus) {
    outline.querySelector<HTMLButtonElement>(`button[data-identity="${CSS.escape(hadFocus)}"]`)?.focus({ preventScroll: true });
  }
}
