import { FocusEntry } from './focus_entry';
import { letterOf } from './letter_keys';
import type { Feed } from './window/feed';
import type { RowView } from './window/feed_host';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

/** For sound or film, which has a beginning and an end of its own. */
const isPlayer = (target: EventTarget | null): boolean => target instanceof HTMLMediaElement;

/** What Tab can reach. */
const stops = 'article, button, a[href], input, textarea, select, [tabindex="0"]';

/** The keys for reading: Home and End, j and k from message to message, and Tab into what is in sight. */
export class ReadingKeys {
  private left = -1; // the row that had the focus when it left the page
  private wanted: { ordinal: number; direction: 1 | -1 } | undefined; // gets the focus once it is here

  constructor(
    private readonly feed: Feed,
    private readonly scroller: HTMLElement,
    private readonly list: HTMLElement,
    private readonly goToEnd: () => void,
  ) {
    list.addEventListener('focusin', () => {
      this.left = -1;
    });
    new FocusEntry((target) => this.entered(target));
  }

  /** The row with the focus has left the page. */
  focusLeft(ordinal: number): void {
    this.left = ordinal;
  }

  /** The view has moved. */
  placed(): void {
    this.left = -1;
    const { wanted } = this;
    this.wanted = undefined;
    const view = wanted && this.feed.viewOf(wanted.ordinal);
    const article = view?.element.querySelector<HTMLElement>('article');
    if (article) article.focus({ preventScroll: true });
    else if (view && wanted) this.go(wanted.ordinal + wanted.direction, wanted.direction); // a line between messages
  }

  onKey(event: KeyboardEvent): void {
    if (isTyping(event.target) || event.altKey || event.metaKey) return;
    // With Ctrl, too: Chromium would go to the ends of what is mounted.
    const isEnd = event.key === 'Home' || event.key === 'End';
    if (event.ctrlKey ? !isEnd || event.shiftKey : isEnd && isPlayer(event.target)) return;
    if (event.key === 'Home') this.feed.scrollTo(0, 'start', false);
    else if (event.key === 'End') this.goToEnd();
    else if (!event.shiftKey && /^[jk]$/.test(letterOf(event))) this.step(letterOf(event) === 'j' ? 1 : -1);
    else if (event.key !== 'Tab' || !this.tab(event)) return;
    event.preventDefault();
  }

  /**
   * To the next or previous message: from the one that has or last had the focus. People who read on by other means are
   * not taken back there: then it is from the first in sight.
   */
  private step(direction: 1 | -1): void {
    const focused = document.activeElement?.closest('.entry');
    const from = this.feed.rows.find((view) => view.element === focused)?.ordinal ?? this.left;
    const { first, last } = this.feed.place.visible() ?? { first: 0, last: -1 };
    if (from >= first && from <= last) this.go(from + direction, direction);
    else this.go(direction < 0 ? first - 1 : first, direction);
  }

  /** The next in the document would be in the first mounted row, far above what is in sight. */
  private tab({ target, shiftKey }: KeyboardEvent): boolean {
    const isArticle = target instanceof Element && target.matches('article') && this.list.contains(target);
    if (shiftKey && target instanceof HTMLButtonElement && !this.scroller.contains(target)) {
      // it comes after all rows
      this.focusLastInSight();
      return true;
    }
    const to = shiftKey
      ? isArticle
        ? this.scroller
        : undefined
      : target === this.scroller
        ? this.stopInSight()
        : undefined;
    to?.focus({ preventScroll: true });
    return to !== undefined;
  }

  /** Entering the page backwards leads to the last in the document, and Chromium brings that into sight: far below what is being read. */
  private entered(target: Element): void {
    this.feed.place.restore();
    if (this.list.contains(target) && !this.isInSight(target)) this.focusLastInSight();
  }

  private focusLastInSight(): void {
    const found = this.rowsInSight()
      .flatMap((view) => [...view.element.querySelectorAll<HTMLElement>(stops)])
      .filter((stop) => this.isInSight(stop));
    for (const stop of [...found.reverse(), this.scroller]) {
      stop.focus({ preventScroll: true });
      if (document.activeElement === stop) return; // else it cannot have it
    }
  }

  private isInSight(element: Element): boolean {
    const { top, bottom } = element.getBoundingClientRect();
    const viewTop = this.feed.place.viewTop();
    return bottom > Math.max(top, viewTop) && top < viewTop + this.feed.place.viewHeight();
  }

  private rowsInSight(): RowView[] {
    const { first, last } = this.feed.place.visible() ?? { first: 0, last: -1 };
    return this.feed.rows.filter(({ ordinal }) => ordinal >= first && ordinal <= last);
  }

  /** A message that begins above the view comes last: its first line has the buttons. */
  private stopInSight(): HTMLElement | undefined {
    const found = this.rowsInSight()
      .map((view) => view.element.querySelector<HTMLElement>(stops))
      .filter((stop): stop is HTMLElement => stop !== null);
    const top = this.feed.place.viewTop() - 1;
    return found.find((stop) => stop.getBoundingClientRect().top >= top) ?? found[0];
  }

  private go(start: number, direction: 1 | -1): void {
    for (let ordinal = start; ordinal >= 0 && ordinal < this.feed.total; ordinal += direction) {
      const view = this.feed.viewOf(ordinal);
      const article = view?.element.querySelector<HTMLElement>('article');
      if (view && !article) continue; // a line between messages
      // A jump removes all rows, including the one that would have the focus.
      if (this.feed.scrollTo(ordinal, 'start', false)) article?.focus({ preventScroll: true });
      else this.wanted = { ordinal, direction };
      return;
    }
  }
}
