import type { Align, Row } from '../contract';
import { sameSurroundings, surroundingsOf, type Surroundings } from '../render/grouping';
import { WheelLatch } from './latch';
import { Place } from './place';
import { countOf, emptyRange, jumpRange, keptRange, mayMount, planEviction, planMounts, planRequest, type Range, type View } from './plan';
import { SlicedWork } from './slices';

/** A row in the page. */
export interface RowView {
  readonly ordinal: number;
  readonly row: Row;
  readonly surroundings: Surroundings;
  readonly element: HTMLElement;
}

export interface FeedHost {
  makeRow(row: Row, surroundings: Surroundings): RowView;
  requestRows(request: number, first: number, count: number): void;
  visiblePartPlaced(): void;
  mountedChanged(): void;
  viewMoved(): void;
}

/** `toEnd`: it was the last row when it was asked for; more may have come meanwhile. */
interface Jump { ordinal: number; align: Align; flash: boolean; toEnd: boolean; request: number; tries: number }

const burst = 60;
const usualHeight = 200;
const mostTries = 3;

/** The mounted window over a channel's rows: it asks for them by ordinals, mounts, evicts, and keeps the place. */
export class Feed {
  readonly place: Place;
  total = 0;
  private views: RowView[] = [];
  private readonly known = new Map<number, Row>();
  private readonly pending = new Map<number, Range>();
  private lastRequest = 0;
  private jump: Jump | undefined;
  private readonly latch: WheelLatch;
  private readonly work: SlicedWork;

  constructor(private readonly scroller: HTMLElement, head: HTMLElement, private readonly list: HTMLElement, private readonly host: FeedHost) {
    this.place = new Place(scroller, head, () => this.views, () => this.isEndMounted());
    this.latch = new WheelLatch(scroller, (target) => this.rowElementOf(target));
    this.work = new SlicedWork((isTimeLeft) => this.mountSlice(isTimeLeft));
    scroller.addEventListener('scroll', () => this.onScroll(), { passive: true });
    const observer = new ResizeObserver(() => this.onLayout());
    observer.observe(list);
    observer.observe(scroller);
  }

  get rows(): readonly RowView[] {
    return this.views;
  }

  /** Those that are mounted, and those around them. */
  get knownRows(): Row[] {
    return [...this.known.values()];
  }

  /** Drops everything; the next rows come from another channel or moment. The old rows stay in sight until the new are here. */
  open(total: number, ordinal: number, align: Align): void {
    this.total = total;
    this.known.clear();
    this.pending.clear();
    this.jump = undefined;
    if (total === 0) {
      this.unmountAll();
      this.host.mountedChanged();
      this.host.visiblePartPlaced();
      return;
    }
    this.startJump(Math.max(0, Math.min(ordinal, total - 1)), align, false);
  }

  takeRows(request: number, total: number, rows: Row[]): void {
    const asked = this.pending.get(request);
    this.pending.delete(request);
    this.total = Math.max(this.total, total);
    if (this.jump?.request === request) {
      this.known.clear();
      for (const row of rows) this.known.set(row.ordinal, row);
      this.finishJump();
      return;
    }
    if (!asked || this.jump) return;
    for (const row of rows) this.known.set(row.ordinal, row);
    this.dropFarRows();
    this.refreshEdges();
    this.work.wake();
  }

  extend(total: number): void {
    if (total <= this.total) return;
    const hadNone = this.total === 0;
    this.total = total;
    if (hadNone || (this.place.isFollowing && !this.jump && total - 1 - this.mounted().last > burst)) {
      this.startJump(total - 1, 'end', false);
    } else this.work.wake();
  }

  replace(rows: Row[]): void {
    this.place.takeIfScrolled();
    for (const row of rows) {
      if (this.known.has(row.ordinal)) this.known.set(row.ordinal, row);
      const index = row.ordinal - this.mounted().first;
      if (this.views[index]) this.redraw(index);
    }
    this.place.restore();
    this.host.mountedChanged();
  }

  /** Draws every mounted row again: the words, the replay or the team have changed. */
  redrawAll(): void {
    this.place.takeIfScrolled();
    for (let index = 0; index < this.views.length; index += 1) this.redraw(index);
    this.place.restore();
    this.host.mountedChanged();
  }

  scrollTo(ordinal: number, align: Align, flash: boolean): void {
    if (this.total === 0) return;
    const target = Math.max(0, Math.min(ordinal, this.total - 1));
    const { first, last } = this.mounted();
    const isMounted = !this.jump && target >= first && target <= last;
    if (!isMounted || !this.place.setTo(target, align, target === this.total - 1)) {
      this.startJump(target, align, flash);
      return;
    }
    if (flash) this.flash(target);
    this.afterMove();
    this.host.visiblePartPlaced();
  }

  mounted(): Range {
    return this.views.length ? { first: this.views[0].ordinal, last: this.views[this.views.length - 1].ordinal } : emptyRange;
  }

  isEndMounted(): boolean {
    return this.total === 0 || this.mounted().last === this.total - 1;
  }

  /** The first and last ordinal in sight, or undefined. */
  visible(): Range | undefined {
    const top = this.place.viewTop();
    const bottom = top + this.place.viewHeight();
    let first = -1;
    let last = -1;
    for (const view of this.views) {
      const box = view.element.getBoundingClientRect();
      if (box.bottom <= top + 1) continue;
      if (box.top >= bottom - 1) break;
      if (first < 0) first = view.ordinal;
      last = view.ordinal;
    }
    return first < 0 ? undefined : { first, last };
  }

  private rowElementOf(target: EventTarget | null): HTMLElement | null {
    return target instanceof Element ? target.closest<HTMLElement>('.entry') : null;
  }

  private onScroll(): void {
    this.place.takeIfScrolled();
    this.afterMove();
  }

  private onLayout(): void {
    this.place.restore();
    this.afterMove();
  }

  private afterMove(): void {
    this.host.viewMoved();
    this.work.wake();
  }

  // ---- jumps

  private startJump(ordinal: number, align: Align, flash: boolean): void {
    const range = jumpRange(ordinal, align, this.total);
    this.pending.clear();
    this.jump = { ordinal, align, flash, toEnd: ordinal === this.total - 1, request: this.ask(range), tries: (this.jump?.tries ?? 0) };
  }

  private ask(range: Range): number {
    this.lastRequest += 1;
    this.pending.set(this.lastRequest, range);
    this.host.requestRows(this.lastRequest, range.first, countOf(range));
    return this.lastRequest;
  }

  private finishJump(): void {
    const jump = this.jump;
    this.jump = undefined;
    if (!jump) return;
    const target = Math.min(jump.ordinal, this.total - 1);
    if (!this.known.has(target)) {
      // The answer lacks the wanted row (the channel was cut meanwhile): ask anew, but not for ever.
      if (jump.tries < mostTries) {
        this.jump = { ...jump, tries: jump.tries + 1 };
        this.startJump(Math.max(0, target), jump.align, jump.flash);
      }
      return;
    }
    this.unmountAll();
    this.mountVisiblePart(target, jump.align);
    this.place.setTo(target, jump.align, jump.toEnd);
    if (jump.flash) this.flash(target);
    this.host.mountedChanged();
    this.host.viewMoved();
    this.host.visiblePartPlaced();
    this.work.wake();
  }

  private mountVisiblePart(target: number, align: Align): void {
    this.mountBelow(target);
    const sides: ('above' | 'below')[] = align === 'end' ? ['above', 'below'] : ['below', 'above'];
    const room = this.place.viewHeight() * (align === 'center' ? 1.6 : 1.1);
    // Each measurement is a layout; this many rows are needed in any case, unless they are very tall.
    for (let i = 1; i < room / usualHeight && this.canMount(sides[0]); i += 1) this.mountOne(sides[0]);
    for (const side of sides) {
      while (this.list.offsetHeight < room && this.canMount(side)) this.mountOne(side);
    }
    if (align === 'center') while (this.heightAbove(target) < room / 2 && this.canMount('above')) this.mountOne('above');
  }

  private heightAbove(ordinal: number): number {
    const view = this.views[ordinal - this.mounted().first];
    return view ? view.element.offsetTop : 0;
  }

  private flash(ordinal: number): void {
    const element = this.views[ordinal - this.mounted().first]?.element;
    element?.classList.add('flash');
    window.setTimeout(() => element?.classList.remove('flash'), 1400);
  }

  // ---- mounting and evicting

  private view(): View {
    const { scrollTop, clientHeight, scrollHeight } = this.scroller;
    return { mounted: this.mounted(), total: this.total, above: scrollTop, below: scrollHeight - scrollTop - clientHeight, viewport: clientHeight };
  }

  private canMount(side: 'above' | 'below'): boolean {
    const { first, last } = this.mounted();
    // A row waits for the one before it: whether it has a header depends on that.
    if (side === 'above') return first > 0 && this.known.has(first - 1) && (first === 1 || this.known.has(first - 2));
    return this.known.has(last + 1);
  }

  private mountOne(side: 'above' | 'below'): void {
    const { first, last } = this.mounted();
    if (side === 'above') this.mountAbove(first - 1);
    else this.mountBelow(last + 1);
  }

  /** One slice of mounting; true while more is wanted and can be mounted. */
  private mountSlice(isTimeLeft: () => boolean): boolean {
    if (this.jump || this.views.length === 0) return false;
    this.place.takeIfScrolled();
    const view = this.view();
    const plan = planMounts(view);
    let mounted = 0;
    const grow = (side: 'above' | 'below'): void => {
      // One at least: where already a layout takes the slice's time, nobody would ask for another slice.
      for (let i = 0; i < 4 && (mounted === 0 || isTimeLeft()) && this.canMount(side); i += 1) {
        this.mountOne(side);
        mounted += 1;
      }
    };
    if (plan.below && mayMount(view, 'below')) grow('below');
    if (plan.above && mayMount(view, 'above')) grow('above');
    if (mounted > 0) {
      this.place.restore();
      this.evict();
      this.host.mountedChanged();
      this.host.viewMoved();
    }
    this.askAhead();
    return mounted > 0;
  }

  private askAhead(): void {
    if (this.known.size === 0) return;
    let { first, last } = this.mounted();
    while (this.known.has(first - 1)) first -= 1;
    while (this.known.has(last + 1)) last += 1;
    const range = planRequest(this.mounted(), { first, last }, this.total, [...this.pending.values()]);
    if (range) this.ask(range);
  }

  private evict(): void {
    const plan = planEviction(this.view());
    for (let i = 0; i < plan.above; i += 1) this.unmount(this.views.shift());
    for (let i = 0; i < plan.below; i += 1) this.unmount(this.views.pop());
    if (plan.above + plan.below === 0) return;
    this.place.restore();
    this.dropFarRows();
  }

  private unmount(view: RowView | undefined): void {
    if (view && !this.latch.keeps(view.element)) view.element.remove();
  }

  private unmountAll(): void {
    for (const view of this.views) this.unmount(view);
    this.views = [];
  }

  private dropFarRows(): void {
    const kept = keptRange(this.mounted());
    for (const ordinal of this.known.keys()) if (ordinal < kept.first || ordinal > kept.last) this.known.delete(ordinal);
  }

  private make(ordinal: number): RowView {
    const row = this.known.get(ordinal) as Row;
    return this.host.makeRow(row, surroundingsOf(row, this.known.get(ordinal - 1), this.known.get(ordinal + 1)));
  }

  private mountAbove(ordinal: number): void {
    const view = this.make(ordinal);
    this.views[0].element.before(view.element);
    this.views.unshift(view);
  }

  private mountBelow(ordinal: number): void {
    const view = this.make(ordinal);
    const last = this.views[this.views.length - 1];
    if (last) last.element.after(view.element);
    else this.list.prepend(view.element);
    this.views.push(view);
  }

  private redraw(index: number): void {
    const old = this.views[index];
    if (!this.known.has(old.ordinal)) return;
    const fresh = this.make(old.ordinal);
    old.element.replaceWith(fresh.element);
    this.views[index] = fresh;
  }

  /** New neighbours have become known: the first and last mounted rows may look different now. */
  private refreshEdges(): void {
    this.place.takeIfScrolled();
    for (const index of new Set([0, this.views.length - 1])) {
      const view = this.views[index];
      const row = view ? this.known.get(view.ordinal) : undefined;
      if (!view || !row) continue;
      const now = surroundingsOf(row, this.known.get(view.ordinal - 1), this.known.get(view.ordinal + 1));
      if (!sameSurroundings(view.surroundings, now)) this.redraw(index);
    }
    this.place.restore();
  }
}
