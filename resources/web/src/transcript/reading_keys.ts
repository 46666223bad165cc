import type { Feed } from './window/feed';

const isTyping = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

/** The keys by which one reads: Home and End, and j and k from message to message. */
export class ReadingKeys {
  private left = -1; // the row that had the focus when it left the page
  private wanted: { ordinal: number; direction: 1 | -1 } | undefined; // gets the focus once it is here

  constructor(private readonly feed: Feed, list: HTMLElement, private readonly goToEnd: () => void) {
    list.addEventListener('focusin', () => { this.left = -1; });
  }

  /** The row with the focus has left the page. */
  focusLeft(ordinal: number): void {
    this.left = ordinal;
  }

  /** The view has gone somewhere. */
  placed(): void {
    this.left = -1;
    const { wanted } = this;
    this.wanted = undefined;
    if (wanted && this.feed.viewOf(wanted.ordinal)) this.go(wanted.ordinal, wanted.direction);
  }

  onKey(event: KeyboardEvent): void {
    if (isTyping(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Home') this.feed.scrollTo(0, 'start', false);
    else if (event.key === 'End') this.goToEnd();
    else if (event.key === 'j' || event.key === 'k') this.step(event.key === 'j' ? 1 : -1);
    else return;
    event.preventDefault();
  }

  /**
   * To the next or previous message: from the one that has the focus or had it last. Who has read on by other means is
   * not taken back there: it is from the first in sight then.
   */
  private step(direction: 1 | -1): void {
    const focused = document.activeElement?.closest('.entry');
    const from = this.feed.rows.find((view) => view.element === focused)?.ordinal ?? this.left;
    const { first, last } = this.feed.place.visible() ?? { first: 0, last: -1 };
    if (from >= first && from <= last) this.go(from + direction, direction);
    else this.go(direction < 0 ? first - 1 : first, direction);
  }

  private go(start: number, direction: 1 | -1): void {
    for (let ordinal = start; ordinal >= 0 && ordinal < this.feed.total; ordinal += direction) {
      const view = this.feed.viewOf(ordinal);
      const article = view?.element.querySelector<HTMLElement>('article');
      if (view && !article) continue; // a line between messages
      if (!view) this.wanted = { ordinal, direction };
      this.feed.scrollTo(ordinal, 'start', false);
      article?.focus({ preventScroll: true });
      return;
    }
  }
}
