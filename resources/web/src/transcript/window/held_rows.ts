import type { RowView } from './feed_host';
import { swapRow } from './swap';

const takesKeys = 'a, button, input, select, textarea, audio, video, [tabindex]';

/** Where what is selected begins and ends; empty if nothing is. To ask costs a layout, if anything has changed. */
export function selectionEnds(): Node[] {
  const selection = window.getSelection();
  if (!selection?.anchorNode || !selection.focusNode || selection.isCollapsed) return [];
  return [selection.anchorNode, selection.focusNode];
}

/**
 * Rows that left the window while containing an end of the selection. They stay in the document, at their place in the
 * list and without height: if an end is removed, the browser silently picks another one, and copies a different text.
 */
export class HeldRows {
  private readonly rows = new Map<number, HTMLElement>();

  constructor(private readonly list: HTMLElement) {
    document.addEventListener('selectionchange', () => this.release());
  }

  /** Takes a row out of the layout; true if it had to stay in the document, as one of these ends is in it. */
  keeps({ element, ordinal }: RowView, ends: readonly Node[]): boolean {
    if (!ends.some((end) => element.contains(end))) return false;
    element.classList.add('held');
    element.setAttribute('aria-hidden', 'true');
    for (const part of element.querySelectorAll<HTMLElement>(takesKeys)) part.tabIndex = -1;
    for (const player of element.querySelectorAll<HTMLMediaElement>('audio, video')) player.controls = false;
    delete element.dataset.ordinal; // it is no row of the window any more
    this.rows.set(ordinal, element);
    return true;
  }

  /** The row is back: it takes its old element's place, and the selection. False if it was not held. */
  giveBack({ element, ordinal }: RowView): boolean {
    const held = this.rows.get(ordinal);
    if (!held) return false;
    this.rows.delete(ordinal);
    swapRow(held, element);
    return true;
  }

  /** The last one before this row. */
  lastBefore(ordinal: number): HTMLElement | undefined {
    const before = [...this.rows.keys()].filter((held) => held < ordinal);
    return this.rows.get(Math.max(...before));
  }

  ordinalAt(node: Node): number | undefined {
    return [...this.rows].find(([, element]) => element.contains(node))?.[0];
  }

  /** Another channel comes: the selection in the rows of this one ends. */
  forget(): void {
    const selection = window.getSelection();
    if (selection && !selection.isCollapsed && this.list.contains(selection.anchorNode)) selection.removeAllRanges();
    this.release();
  }

  private release(): void {
    if (this.rows.size === 0) return;
    const ends = selectionEnds();
    for (const [ordinal, element] of this.rows) {
      if (ends.some((end) => element.contains(end))) continue;
      element.remove();
      this.rows.delete(ordinal);
    }
  }
}
