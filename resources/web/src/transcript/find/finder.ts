import type { Search } from '../contract';
import { SlicedWork } from '../window/slices';
import { mark, markedLength, unmark } from './marks';
import { patternOf, spansIn } from './pattern';
import { eraseAddresses, Sought } from './sought';

const isRow = (entry: Element, ordinal: number): boolean =>
  entry instanceof HTMLElement && entry.dataset.ordinal === String(ordinal);

/**
 * Marks the search matches in every row while it is in the page. Rows are drawn in parts and redrawn, so it watches the
 * list instead of having each part report.
 */
export class Finder {
  private phrases = '';
  private pattern: RegExp | undefined;
  private rows: ReadonlySet<number> | undefined; // only these were found; without words they are marked as a whole
  private rowsKey = '';
  private current = -1;
  private place = 0; // in the chosen row; -1 = its last
  private isToBeShown = false;
  private sought = new Sought((text) => this.holds(text));
  private readonly observer = new MutationObserver((records) => this.changed(records));
  private readonly waiting = new Set<Element>();
  private readonly work = new SlicedWork((isTimeLeft) => this.redoWaiting(isTimeLeft));

  private told = '';

  /**
   * `reveal` brings a mark of the selected row into sight if the row is longer than the view. `readOn` remembers the
   * line being read in a row, and its result continues there when the row's texts are split differently. `tell` reports
   * which of the row's matches is current, from 1, and how many there are.
   */
  constructor(
    private readonly list: HTMLElement,
    private readonly reveal: (hit: Element) => void,
    private readonly readOn: (entry: HTMLElement) => (entry: HTMLElement) => void,
    private readonly tell: (ordinal: number, place: number, count: number) => void,
  ) {}

  set(search: Search): void {
    this.observer.disconnect();
    const before = { phrases: this.phrases, rows: this.rowsKey, current: this.current };
    this.phrases = JSON.stringify(search.phrases);
    this.rowsKey = JSON.stringify(search.rows ?? null);
    if (this.rowsKey !== before.rows) this.rows = search.rows ? new Set(search.rows) : undefined;
    this.current = search.current;
    this.told = '';
    this.isToBeShown = search.reveal && this.current !== before.current;
    if (this.current !== before.current || this.phrases !== before.phrases) {
      this.place = search.fromEnd ? -1 : 0;
      this.sought = new Sought((text) => this.holds(text));
    }
    if (this.phrases !== before.phrases) this.pattern = patternOf(search.phrases);
    const isOther = this.phrases !== before.phrases || this.rowsKey !== before.rows;
    for (const entry of this.list.children) {
      // From one hit to the next only these two look different.
      if (isRow(entry, before.current) || isRow(entry, this.current)) this.redo(entry);
      else if (isOther) this.waiting.add(entry);
    }
    if (this.waiting.size) this.work.wake();
    if (this.pattern || this.rows)
      this.observer.observe(this.list, {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['hidden'],
      });
  }

  /** Goes to the next or previous match in the selected row; false if there is none, or the row is not in the page. */
  step(by: number): boolean {
    const entry = [...this.list.children].find((child) => isRow(child, this.current));
    const marks = entry ? this.marksOf(entry) : [];
    if (marks.length === 0) return false;
    const next = this.place + by;
    if (next < 0 || next > Number(marks[marks.length - 1].dataset.place)) return false;
    this.place = next;
    this.showPlace(marks);
    this.tellPlace(Number(marks[marks.length - 1].dataset.place) + 1);
    this.reveal(marks.find((mark) => mark.dataset.place === String(next)) as HTMLElement);
    return true;
  }

  /** Whether a text that would be folded should be visible: the selected row was found by it. */
  isSought(ordinal: number, text: () => string): boolean {
    return ordinal === this.current && this.holds(text());
  }

  private holds(text: string): boolean {
    return this.pattern !== undefined && spansIn(text.slice(0, markedLength), this.pattern).length > 0;
  }

  private changed(records: MutationRecord[]): void {
    const entries = new Set<Element>();
    for (const { target, addedNodes } of records) {
      const own = this.entryOf(target);
      if (own) entries.add(own);
      else for (const node of addedNodes) if (node instanceof Element) entries.add(node);
    }
    for (const entry of entries) {
      if (isRow(entry, this.current)) this.redo(entry);
      else this.waiting.add(entry);
    }
    this.observer.takeRecords(); // its own marks are no news
    if (this.waiting.size) this.work.wake();
  }

  private redoWaiting(isTimeLeft: () => boolean): boolean {
    for (const entry of this.waiting) {
      this.waiting.delete(entry);
      if (entry.isConnected) this.redo(entry);
      if (!isTimeLeft()) break;
    }
    this.observer.takeRecords();
    return this.waiting.size > 0;
  }

  /** The child of the list that contains it: names and classes inside a row may come from the content. */
  private entryOf(node: Node): Element | undefined {
    let at: Node | null = node;
    while (at && at.parentNode !== this.list) at = at.parentNode;
    return at instanceof Element ? at : undefined;
  }

  private redo(entry: Element): void {
    // A running reply is not a row yet.
    if (!(entry instanceof HTMLElement) || entry.dataset.ordinal === undefined) return;
    const goOn = this.readOn(entry);
    const here = this.markAnew(entry);
    goOn(entry);
    if (!here || !this.isToBeShown) return;
    this.isToBeShown = false;
    this.reveal(here);
  }

  /** The highlighted match in it, if any. */
  private markAnew(entry: HTMLElement): HTMLElement | undefined {
    unmark(entry);
    eraseAddresses(entry);
    const isCurrent = isRow(entry, this.current);
    const isFound = this.rows === undefined || this.rows.has(Number(entry.dataset.ordinal));
    entry.classList.toggle('foundhere', isCurrent && (this.pattern !== undefined || this.rows !== undefined));
    entry.classList.toggle('foundwhole', this.rows !== undefined && isFound && this.pattern === undefined);
    if (!this.pattern || !isFound) return undefined;
    let places = this.markAll(entry, this.pattern);
    if (!isCurrent) return undefined;
    if (places === 0) {
      this.sought.openIn(entry);
      this.sought.writeAddresses(entry);
      places = this.markAll(entry, this.pattern);
    }
    if (places > 0 && (this.place < 0 || this.place >= places)) this.place = places - 1;
    this.tellPlace(places);
    return places > 0 ? this.showPlace(this.marksOf(entry)) : undefined;
  }

  private markAll(entry: Element, pattern: RegExp): number {
    let places = 0;
    for (const root of entry.querySelectorAll('.msg > .c, .sysline')) places += mark(root, pattern, places);
    return places;
  }

  private tellPlace(count: number): void {
    const place = count > 0 ? this.place + 1 : 0;
    const told = `${this.current} ${place} ${count}`;
    if (told !== this.told) this.tell(this.current, place, count);
    this.told = told;
  }

  private marksOf(entry: Element): HTMLElement[] {
    return [...entry.querySelectorAll<HTMLElement>('mark.hit')];
  }

  /** A match may be marked in several pieces. */
  private showPlace(marks: HTMLElement[]): HTMLElement | undefined {
    for (const mark of marks) mark.classList.toggle('here', mark.dataset.place === String(this.place));
    return marks.find((mark) => mark.classList.contains('here'));
  }
}
