import type { Drafts } from '../draft';
import type { RenderedRow } from '../render/row';
import type { Feed } from '../window/feed';
import { headOf, take, written, type Passage } from './passage';

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea') !== null;

function passageOf({ element, row, surroundings }: RenderedRow): Passage {
  const hasTime = !row.untimed;
  return {
    element,
    head:
      row.kind === 'message' || row.kind === 'question'
        ? headOf(row.speaker, row.recipients, hasTime ? row.time : undefined)
        : '',
    isContinuation: surroundings.continuation,
  };
}

/** A selection is copied as displayed: as plain text and, across several messages, with who said it. */
export class SelectionCopy {
  /** `beyond`: copies from one row to another when the page does not have all of them. */
  constructor(
    private readonly feed: Feed,
    private readonly list: HTMLElement,
    private readonly drafts: Drafts,
    private readonly beyond: (first: number, last: number) => void,
  ) {
    document.addEventListener('copy', (event) => this.copy(event));
  }

  private copy(event: ClipboardEvent): void {
    const selection = window.getSelection();
    if (!event.isTrusted || isField(event.target) || !selection || selection.isCollapsed) return;
    const range = selection.getRangeAt(0).cloneRange();
    if (!range.intersectsNode(this.list) || this.feed.areRowsOld) return;
    event.preventDefault();
    const { first, last } = this.feed.reachOf(range);
    const mounted = this.feed.mounted();
    if (first < mounted.first || last > mounted.last) this.beyond(first, last);
    else event.clipboardData?.setData('text/plain', this.textOf(range, selection));
  }

  private textOf(range: Range, selection: Selection): string {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
    const whole = selection.toString();
    const passages = [...(this.feed.rows as readonly RenderedRow[]).map(passageOf), ...this.drafts.passages()];
    const takings = passages
      .filter(({ element }) => range.intersectsNode(element))
      .map((passage) => take(passage, range, selection));
    if (anchorNode && focusNode) selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
    return written(takings) || whole; // a name, say
  }
}
