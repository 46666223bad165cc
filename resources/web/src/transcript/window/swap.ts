import { boxesIn } from '../render/link_boxes';
import { placeOf, textEnd } from './text_place';

// A redrawn part takes over the person's position: the focus, the caret in a field, the selected text, boxes opened at links.

interface Held {
  key: string;
  nth: number;
  caret?: [number, number, 'forward' | 'backward' | 'none'];
}

const isField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;

/** An element's identity, whatever it looks like at the moment. */
function keyOf(element: Element): string {
  const label = element.getAttribute('aria-label') ?? (element.tagName === 'BUTTON' ? element.textContent : '');
  return `${element.tagName} ${label}`;
}

function alike(root: Element, tag: string, key: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(tag)].filter((element) => keyOf(element) === key);
}

function heldIn(part: Element, within: Element): Held | undefined {
  const active = document.activeElement;
  if (!active || !part.contains(active)) return undefined;
  const key = keyOf(active);
  const held: Held = { key, nth: alike(within, active.tagName, key).indexOf(active as HTMLElement) };
  if (isField(active) && active.selectionStart !== null && active.selectionEnd !== null) {
    held.caret = [active.selectionStart, active.selectionEnd, active.selectionDirection ?? 'none'];
  }
  return held;
}

function focusAgain(row: Element, held: Held): void {
  const find = (): HTMLElement | undefined => alike(row, held.key.split(' ')[0], held.key)[held.nth];
  // A message's buttons appear when it has the focus, and it keeps the focus if the focused element is gone.
  if (!find()) row.querySelector<HTMLElement>('article')?.focus({ preventScroll: true });
  const found = find();
  found?.focus({ preventScroll: true });
  if (found && held.caret && isField(found)) found.setSelectionRange(...held.caret);
}

/**
 * Remembers a selection that ends in an element, which is part of `within`; the result restores it with that end in the
 * replacement that says the same.
 */
function selectionIn(part: Element, within = part): (fresh: Element) => void {
  const selection = window.getSelection();
  const hasEnd = selection !== null && (part.contains(selection.anchorNode) || part.contains(selection.focusNode));
  // Whether anything is selected is asked last: that costs a layout.
  const points =
    hasEnd && !selection.isCollapsed
      ? ([
          [selection.anchorNode, selection.anchorOffset],
          [selection.focusNode, selection.focusOffset],
        ] as [Node, number][])
      : [];
  const ends = points.map(([node, offset]) => (part.contains(node) ? textEnd(within, node, offset) : undefined));
  return (fresh) => {
    if (!selection || ends.every((end) => end === undefined)) return;
    const [anchor, focus] = points.map((point, index): [Node, number] => {
      const end = ends[index];
      return end ? placeOf(fresh, end) : point;
    });
    selection.setBaseAndExtent(anchor[0], anchor[1], focus[0], focus[1]);
  };
}

/**
 * Remembers where the person is in an element that is removed; the result continues in another one that says the same.
 */
export function standIn(old: Element): (fresh: Element) => void {
  const selectIn = selectionIn(old); // with the boxes among its text
  const standInParts = boxesAndFocusIn(old, old);
  return (fresh) => {
    standInParts(fresh);
    selectIn(fresh);
  };
}

/** The same for a part that is redrawn repeatedly. */
export function partStandIn(part: Element, within: Element): (fresh: Element) => void {
  const selectIn = selectionIn(part, within);
  const standInParts = boxesAndFocusIn(part, within);
  return (fresh) => {
    standInParts(fresh);
    selectIn(fresh);
  };
}

function boxesAndFocusIn(part: Element, within: Element): (fresh: Element) => void {
  const held = heldIn(part, within);
  const putBoxes = boxesIn(part, within);
  return (fresh) => {
    putBoxes(fresh);
    if (held) focusAgain(fresh, held);
  };
}

/** What plays continues to play: it is moved, before the page notices that it was taken out. */
function carryPlayers(old: Element, fresh: Element): void {
  const carried = [...old.querySelectorAll<HTMLMediaElement>('audio[controls], video[controls]')];
  for (const player of fresh.querySelectorAll<HTMLMediaElement>('audio, video')) {
    const at = carried.findIndex((one) => one.src === player.src);
    if (at >= 0) player.replaceWith(...carried.splice(at, 1));
  }
}

/** Replaces a row's old element by the new one. */
export function swapRow(old: HTMLElement, fresh: HTMLElement): void {
  const stand = standIn(old);
  carryPlayers(old, fresh);
  old.replaceWith(fresh);
  stand(fresh);
}
