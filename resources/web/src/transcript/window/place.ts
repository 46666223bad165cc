import {
  coveringIndex,
  correction,
  firstTopInView,
  lineTop,
  textPlaceUnder,
  type Anchor,
  type TextPlace,
} from './anchor';
import type { Range } from './plan';
import { findLine, readLine, sameLine, type ReadLine } from './read_line';
import { characterAt, textEnd, type TextEnd } from './text_place';

export interface PlacedRow {
  ordinal: number;
  element: HTMLElement;
}

/** The line at the view's upper edge, inside a row; `below`: its top is this many pixels below the edge. */
export interface Line extends TextEnd {
  ordinal: number;
  below: number;
}

const isRead = (line: Line & Partial<ReadLine>): line is Line & ReadLine => line.words !== undefined;

// A line that is still to come is counted, from the beginning of its text: not each time a piece of it is rendered.
const seekPause = 100;

/** `above`, `below`: the fractions of the first row's and the last row's height that are out of sight. */
export interface InSight extends Range {
  above: number;
  below: number;
}

/** Keeps what the person looks at in place, whatever changes above, below or inside. `behind`: what comes after the last row, which is not a row. */
export class Place {
  private anchor: Anchor | undefined;
  private lastScrollTop = 0;
  private missed = 0; // by so much the last correction could not reach the anchor: the list ends there
  private follows = true;
  private sought: (Line & Partial<ReadLine>) | undefined; // of a page or a drawing before: its text is not set yet
  private soughtAt = 0;

  constructor(
    private readonly scroller: HTMLElement,
    private readonly head: HTMLElement,
    private readonly rows: () => readonly PlacedRow[],
    private readonly isEndMounted: () => boolean,
    private readonly behind: HTMLElement,
  ) {}

  /** Does the view stay at the conversation's end? */
  get isFollowing(): boolean {
    return this.follows;
  }

  /** The upper edge of what is visible, in client pixels. */
  viewTop(): number {
    return this.scroller.getBoundingClientRect().top + this.head.offsetHeight;
  }

  viewBottom(): number {
    return this.scroller.getBoundingClientRect().bottom;
  }

  viewHeight(): number {
    return this.scroller.clientHeight - this.head.offsetHeight;
  }

  /** The first and last ordinal in sight, or undefined. */
  visible(): InSight | undefined {
    const top = this.viewTop();
    const bottom = top + this.viewHeight();
    let range: InSight | undefined;
    for (const { element, ordinal } of this.rows()) {
      const box = element.getBoundingClientRect();
      if (box.bottom <= top + 1) continue;
      if (box.top >= bottom - 1) break;
      const height = Math.max(1, box.height);
      range = {
        first: range?.first ?? ordinal,
        last: ordinal,
        above: range?.above ?? Math.max(0, top - box.top) / height,
        below: Math.max(0, box.bottom - bottom) / height,
      };
    }
    return range;
  }

  isAtEnd(): boolean {
    return this.isEndMounted() && this.isAtBottom();
  }

  /** Remembers the position if the person has scrolled since the last correction; true if so. */
  takeIfScrolled(): boolean {
    if (this.scroller.scrollTop === this.lastScrollTop) return false;
    this.undoShift();
    this.take();
    return true;
  }

  take(): void {
    this.lastScrollTop = this.scroller.scrollTop;
    this.missed = 0;
    this.sought = undefined;
    // Readers at the end, below all that is mounted, stay at the end: the browser moves the view itself when the page
    // becomes shorter, and the newest row may not be mounted yet.
    this.follows = this.isAtBottom() && (this.follows || this.isEndMounted());
    this.anchor = this.findAnchor();
  }

  /** Puts a row at the view's start, centre or end and remembers that as the position. False if rows needed for it are not mounted. */
  setTo(ordinal: number, align: 'start' | 'center' | 'end', isLast: boolean, part = 0): boolean {
    const row = this.rowOf(ordinal);
    if (!row) return false;
    const box = row.element.getBoundingClientRect();
    const room = this.viewHeight() - box.height;
    let wanted = -part * box.height;
    if (align === 'end') wanted = room;
    else if (align === 'center') wanted = Math.max(0, room / 2);
    this.anchor = { ordinal, wanted, fraction: 0 };
    this.follows = isLast && align === 'end';
    this.restore();
    const missing = this.offset() ?? 0;
    const isReached = missing > 0 ? this.isEndMounted() : missing === 0 || this.rows()[0].ordinal === 0;
    // At either end of the list the view cannot reach the wanted position; then the current one becomes the position.
    const follows = this.follows;
    this.take();
    this.follows = follows || this.isAtEnd();
    return isReached;
  }

  /** The line under the view's upper edge, if that cuts a row. */
  line(): Line | undefined {
    const top = this.viewTop();
    const row =
      this.rows()[
        coveringIndex(this.rows().length, (index) => this.rows()[index].element.getBoundingClientRect().top - top)
      ];
    if (!row || row.element.getBoundingClientRect().top - top >= -0.5) return undefined;
    const text = this.textUnderEdge(row.element);
    const line = text ? lineTop(text) : undefined;
    if (!text || line === undefined) return undefined;
    return { ordinal: row.ordinal, below: Math.round(line - top), ...textEnd(row.element, text.node, text.offset) };
  }

  private textUnderEdge(element: HTMLElement): TextPlace | undefined {
    const body = element.querySelector('.c') ?? element;
    return textPlaceUnder(body.getBoundingClientRect().left + 30, this.viewTop(), element);
  }

  /** An earlier page's line is not there yet: the position is the earlier one. */
  get isSeeking(): boolean {
    return this.sought !== undefined;
  }

  /**
   * Puts a line where it was in an earlier page. Its row is mounted; its text, and what has to be below it, may come
   * later.
   */
  setToLine(line: Line): void {
    this.sought = line;
    this.follows = false;
    this.seek(line, false);
  }

  /**
   * More text may be rendered by now. `isAllSet`: there will be no more; if the line is not found, the position is
   * where the view is.
   */
  seekLine(isAllSet: boolean): void {
    if (!this.sought || (!isAllSet && performance.now() - this.soughtAt < seekPause)) return;
    if (!this.seek(this.sought, isAllSet) && isAllSet) this.take();
  }

  private seek(line: Line & Partial<ReadLine>, isAllSet: boolean): boolean {
    const row = this.rowOf(line.ordinal);
    const text = row && (isRead(line) ? findLine(row.element, line, isAllSet) : characterAt(row.element, line));
    const top = text && lineTop(text);
    this.soughtAt = performance.now();
    // The note about the rest is at the end from the start, and is pushed down repeatedly.
    if (!row || top === undefined || (!isAllSet && text?.node.parentElement?.closest('.textrest'))) return false;
    const box = row.element.getBoundingClientRect();
    this.sought = undefined;
    this.anchor = {
      ordinal: line.ordinal,
      wanted: line.below,
      text,
      fraction: box.height > 0 ? (top - box.top) / box.height : 0,
    };
    this.restore();
    return true;
  }

  /** A row replaces what was after all rows: readers of a line there continue in the row. */
  handOver(from: HTMLElement, row: PlacedRow): void {
    const { anchor } = this;
    if (!anchor?.text || !from.contains(anchor.text.node)) return;
    const text = characterAt(row.element, textEnd(from, anchor.text.node, anchor.text.offset));
    if (text) this.anchor = { ordinal: row.ordinal, wanted: anchor.wanted, text, fraction: 0 };
  }

  /**
   * For a row that is redrawn, or whose texts are split differently: readers of a line in it continue there. Tell it
   * the replacement; `draw` renders more of that until the line is there, and returns whether it is complete.
   */
  readOn(old: HTMLElement): (fresh: HTMLElement, draw?: (isThere: () => boolean) => boolean) => void {
    const { anchor } = this;
    if (!anchor?.text || !old.contains(anchor.text.node)) return () => undefined;
    const line = readLine(old, anchor.text);
    return (fresh, draw) => {
      if (this.anchor !== anchor) return;
      const isAll = draw?.(() => sameLine(fresh, line) !== undefined) ?? true;
      const text = findLine(fresh, line, isAll);
      if (text && lineTop(text) !== undefined) this.anchor = { ...anchor, text };
      else if (!isAll) this.sought = { ordinal: anchor.ordinal, below: anchor.wanted, ...line };
    };
  }

  private rowOf(ordinal: number): PlacedRow | undefined {
    return this.rows().find((row) => row.ordinal === ordinal);
  }

  /** Scrolls so that the remembered position is where it was. Call it after each change and each layout. */
  restore(): void {
    if (this.follows) this.scroller.scrollTop = this.scroller.scrollHeight;
    else {
      const delta = this.offset() ?? 0;
      if (delta !== 0) this.scroller.scrollTop += delta;
      this.missed = delta === 0 ? 0 : (this.offset() ?? 0);
      this.noteFraction();
    }
    this.lastScrollTop = this.scroller.scrollTop;
  }

  /** Where the line is in its row as it is now: text may be re-rendered without a change in height (code colours). */
  private noteFraction(): void {
    const { anchor } = this;
    const row = anchor?.text && this.rowOf(anchor.ordinal);
    const line = anchor?.text && lineTop(anchor.text);
    if (!anchor || !row || line === undefined) return;
    const box = row.element.getBoundingClientRect();
    if (box.height > 0) anchor.fraction = (line - box.top) / box.height;
  }

  /**
   * A layout in the same frame as a scroll also moves what is being read, and is not known yet: only the scroll is the
   * person's.
   */
  private undoShift(): void {
    if (this.follows) return;
    const offset = this.offset();
    if (offset === undefined) return;
    const moved = offset - this.missed;
    const scrolled = this.scroller.scrollTop - this.lastScrollTop;
    if (Math.abs(moved + scrolled) < 1) return;
    // Up and at the bottom: the browser scrolled, since there is less below now.
    const isCutShort = scrolled < 0 && this.isAtBottom();
    this.scroller.scrollTop += isCutShort ? moved : moved + scrolled;
  }

  private isAtBottom(): boolean {
    return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight < 8;
  }

  /** How far the remembered position is below where it was; undefined if it is not mounted. */
  private offset(): number | undefined {
    const anchor = this.anchor;
    if (!anchor) return undefined;
    const top = this.viewTop();
    const line = anchor.text ? lineTop(anchor.text) : undefined;
    if (line !== undefined) return correction(line - top, anchor.wanted);
    const row = this.rowOf(anchor.ordinal);
    if (!row) return undefined;
    const box = row.element.getBoundingClientRect();
    // The text under the edge is gone (it was rendered anew): the same part of the row takes its place.
    if (anchor.text) return correction(box.top + anchor.fraction * box.height - top, anchor.wanted);
    return correction(box.top - top, anchor.wanted);
  }

  private findAnchor(): Anchor | undefined {
    const rows = this.rows();
    if (rows.length === 0) return undefined;
    const top = this.viewTop();
    const boxOf = (index: number): DOMRect => rows[index].element.getBoundingClientRect();
    const topOf = (index: number): number => boxOf(index).top - top;
    const index = firstTopInView(rows.length, topOf, this.viewHeight());
    if (index >= 0) return { ordinal: rows[index].ordinal, wanted: topOf(index), fraction: 0 };
    const covering = coveringIndex(rows.length, topOf);
    const box = boxOf(covering);
    const text =
      this.textUnderEdge(rows[covering].element) ??
      (covering === rows.length - 1 ? this.textUnderEdge(this.behind) : undefined);
    const line = text ? lineTop(text) : undefined;
    const { ordinal } = rows[covering];
    if (!text || line === undefined) return { ordinal, wanted: box.top - top, fraction: 0 };
    return { ordinal, wanted: line - top, text, fraction: box.height > 0 ? (line - box.top) / box.height : 0 };
  }
}
