import type { RowView } from './feed_host';
import { HeldRows, selectionEnds } from './held_rows';
import { WheelLatch } from './latch';
import { emptyRange, type Range } from './plan';
import { swapRow } from './swap';

/** The rows in the page, one after the other without a gap. */
export class MountedRows {
  private views: RowView[] = [];
  private readonly latch: WheelLatch;
  private readonly held: HeldRows;

  /** `focusLeft`: the row with the focus has left the page. `isAtEdge`: no row is further up or down than what is in sight. */
  constructor(
    private readonly scroller: HTMLElement,
    private readonly list: HTMLElement,
    private readonly focusLeft: (ordinal: number) => void,
    isAtEdge: (isDown: boolean) => boolean,
  ) {
    this.latch = new WheelLatch(
      scroller,
      (target) => (target instanceof Element ? target.closest<HTMLElement>('.entry') : null),
      isAtEdge,
    );
    list.after(this.latch.pane);
    this.held = new HeldRows(list);
  }

  /** By the person. */
  scrolled(): void {
    this.latch.scrolled();
  }

  get all(): readonly RowView[] {
    return this.views;
  }

  get range(): Range {
    return this.views.length
      ? { first: this.views[0].ordinal, last: this.views[this.views.length - 1].ordinal }
      : emptyRange;
  }

  viewOf(ordinal: number): RowView | undefined {
    return this.views[ordinal - this.range.first];
  }

  /** Of the row containing it, even one out of the page that contains an end of the selection. */
  ordinalAt(node: Node): number | undefined {
    return this.views.find((view) => view.element.contains(node))?.ordinal ?? this.held.ordinalAt(node);
  }

  addAbove(view: RowView): void {
    if (!this.held.giveBack(view)) this.views[0].element.before(view.element);
    this.views.unshift(view);
  }

  addBelow(view: RowView): void {
    const before = this.views[this.views.length - 1]?.element ?? this.held.lastBefore(view.ordinal);
    if (!this.held.giveBack(view)) {
      if (before) before.after(view.element);
      else this.list.prepend(view.element);
    }
    this.views.push(view);
  }

  /** The same row, redrawn. */
  replace(index: number, fresh: RowView): void {
    swapRow(this.views[index].element, fresh.element);
    this.views[index] = fresh;
  }

  remove(above: number, below: number): void {
    this.takeOut(this.views.splice(0, above));
    this.takeOut(this.views.splice(Math.max(0, this.views.length - below)).reverse());
  }

  /** `isForGood`: the next ones are of another channel. */
  removeAll(isForGood: boolean): void {
    if (isForGood) this.held.forget();
    this.takeOut(this.views.splice(0));
  }

  private takeOut(views: readonly RowView[]): void {
    if (views.length === 0) return;
    const ends = selectionEnds(); // once, before anything changes
    for (const view of views) {
      // Keys go to the focused element, and nowhere if that is gone.
      if (view.element.contains(document.activeElement)) {
        this.scroller.focus({ preventScroll: true });
        this.focusLeft(view.ordinal);
      }
      view.leave();
      if (!this.held.keeps(view, ends) && !this.latch.keeps(view.element)) view.element.remove();
    }
  }
}
