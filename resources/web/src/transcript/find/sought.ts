import type { Json } from '../contract';
import { el } from '../dom';
import { visibleText } from '../safety/visible_text';

type IsSought = (text: string) => boolean;

const asked = 'sought';
/** Per row: the search may match in each of a million branches. */
const mostOpened = 200;

/** Folded content opens if it contains the match, and none of its row's matches is in sight. */
export function openIfSought(folded: HTMLElement, text: () => string, open: () => void): void {
  folded.classList.add('folds');
  folded.addEventListener(asked, (event) => {
    if (!(event as CustomEvent<IsSought>).detail(text())) return;
    event.preventDefault();
    open();
  });
}

/** Opens what is folded, each once: if a person closes it again, they want it closed. */
export class Sought {
  private readonly tried = new WeakSet<Element>();
  private opened = 0;

  constructor(private readonly isSought: IsSought) {}

  openIn(row: Element): void {
    let hasOpened = true; // and what was opened may have folds of its own
    while (hasOpened) {
      hasOpened = false;
      for (const folded of row.querySelectorAll('.folds')) hasOpened = this.ask(folded) || hasOpened;
    }
  }

  private ask(folded: Element): boolean {
    if (this.tried.has(folded) || this.opened >= mostOpened) return false;
    this.tried.add(folded);
    const isOpened = !folded.dispatchEvent(new CustomEvent(asked, { detail: this.isSought, cancelable: true }));
    if (isOpened) this.opened += 1;
    return isOpened;
  }

  /** A link's target is found too, but is not visible. */
  writeAddresses(row: Element): void {
    for (const link of row.querySelectorAll('.prose a[href]')) {
      const address = asWritten(link.getAttribute('href') ?? '');
      if (this.isSought(address)) link.after(el('span', 'soughtaddress', ' ', ...visibleText(address)));
    }
  }
}

export function eraseAddresses(row: Element): void {
  for (const address of row.querySelectorAll('.soughtaddress')) address.remove();
}

function asWritten(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/** Its keys and its leaves' contents, as they are found. Without recursion: depth is the sender's choice. */
export function textOfJson(value: Json): string {
  const texts: string[] = [];
  const waiting: Json[] = [value];
  while (waiting.length) {
    const next = waiting.pop() as Json;
    if (typeof next !== 'object' || next === null) {
      if (typeof next === 'string' || typeof next === 'number') texts.push(String(next));
      continue;
    }
    const children = Array.isArray(next) ? next : Object.values(next);
    if (!Array.isArray(next)) for (const key of Object.keys(next)) texts.push(key);
    for (let index = children.length - 1; index >= 0; index -= 1) waiting.push(children[index]);
  }
  return texts.join('\n');
}
