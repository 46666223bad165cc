import type { RowView } from './feed_host';
import { swapRow } from './swap';

const takesKeys = 'a, button, input, select, textarea, audio, video, [tabindex]';

/** Whether anything is selected is asked last: that costs a layout. */
function hasAnEnd(row: Element): boolean {
  const selection = window.getSelection();
  return (
    selection !== null &&
    (row.contains(selection.anchorNode) || row.contains(selection.focusNode)) &&
    !selection.isCollapsed
  );
}

/**
 * Rows that left the window with an end of what is selected in them. They stay in the document, at their place in the
 * list and without height: of a removed end the browser makes another one, and copies another text, without a word.
 */
export class HeldRows {
  private readonly rows = new Map<number, HTMLElement>();

  constructor(private readonly list: HTMLElement) {
    document.addEventListener('selectionchange', () => this.release());
  }

  /** Takes a row out of the layout; true when it had to stay in the document. */
  keeps({ element, ordinal }: RowView): boolean {
    if (!hasAnEnd(element)) return false;
    element.classList.add('held');
    element.setAttribute('aria-hidden', 'true');
    for (const part of element.querySelectorAll<HTMLElement>(takesKeys)) part.tabIndex = -1;
    for (const player of element.querySelectorAll<HTMLMediaElement>('audio, video')) player.controls = false;
    delete element.dataset.ordinal; // it is no row of the window any more
    this.rows.set(ordinal, element);
    return true;
  }

  /** The row is back: it takes its old element's place, and what is selected. False when it was not held. */
  giveBack({ element, ordinal }: RowView): boolean {
    const held = this.rows.get(ordinal);
    if (!held) return false;
    this.rows.delete(ordinal);
    swapRow(held, element);
    return true;
  }

  /** The last that stands before this row. */
  lastBefore(ordinal: number): HTMLElement | undefined {
    const before = [...this.rows.keys()].filter((held) => held < ordinal);
    return this.rows.get(Math.max(...before));
  }

  ordinalAt(node: Node): number | undefined {
    return [...this.rows].find(([, element]) => element.contains(node))?.[0];
  }

  /** Another channel comes: what is selected in the rows of this one is no longer. */
  forget(): void {
    const selection = window.getSelection();
    if (selection && !selection.isCollapsed && this.list.contains(selection.anchorNode)) selection.removeAllRanges();
    this.release();
  }

  private release(): void {
    for (const [ordinal, element] of this.rows) {
      if (hasAnEnd(element)) continue;
      element.remove();
      this.rows.delete(ordinal);
    }
  }
}
