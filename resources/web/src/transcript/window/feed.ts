import type { Align, LineInRow, Row } from '../contract';
import { flash } from '../dom';
import { sameSurroundings } from '../render/grouping';
import { sameJson } from '../same_json';
import type { FeedHost, RowView } from './feed_host';
import { KnownRows } from './known_rows';
import { MountedRows } from './mounted_rows';
import { Place } from './place';
import { countOf, jumpRange, keptRange, mayMount, planEviction, planMounts, type Range, type View } from './plan';
import { Refresh } from './refresh';
import { Requests } from './requests';
import { SlicedWork } from './slices';
import { standIn } from './swap';

interface Wanted {
  ordinal: number;
  align: Align;
  flash?: boolean;
  part?: number;
  line?: LineInRow;
}

/** `toEnd`: it was the last row when requested; more may have come since. `isRetry`: it could not be read before. */
interface Jump extends Wanted {
  toEnd: boolean;
  request: number;
  tries: number;
  isRetry: boolean;
}

const burst = 60;
const usualHeight = 200;
const mostTries = 3;
/** Rows of another session may stay in sight this long: faster changes do not flicker. */
const oldRowsFor = 200;

/** The mounted window over a channel's rows: it requests them by ordinals, mounts, evicts, and keeps the position. */
export class Feed {
  readonly place: Place;
  total = 0;
  private readonly mountedRows: MountedRows;
  private readonly known = new KnownRows();
  private jump: Jump | undefined;
  private failedJump: Jump | undefined;
  private readonly requests: Requests;
  private readonly refreshing = new Refresh(
    () => this.known.withEdges(this.mounted()),
    (range) => this.requests.ask(range),
  );
  private readonly work: SlicedWork;
  private isOpening = false; // those in the page are of what was open before
  private oldRowsTimer = 0;

  /** `behind`: what is in the list after the last row. */
  constructor(
    private readonly scroller: HTMLElement,
    head: HTMLElement,
    private readonly list: HTMLElement,
    private readonly behind: HTMLElement,
    private readonly host: FeedHost,
  ) {
    this.requests = new Requests(
      (request, range) => host.requestRows(request, range.first, countOf(range)),
      () => this.tryAgain(),
    );
    this.mountedRows = new MountedRows(
      scroller,
      list,
      (ordinal) => host.focusLeft(ordinal),
      (isDown) => this.isAtEdge(isDown),
    );
    this.place = new Place(
      scroller,
      head,
      () => this.rows,
      () => this.isEndMounted(),
      behind,
    );
    this.work = new SlicedWork((isTimeLeft) => this.mountSlice(isTimeLeft));
    scroller.addEventListener('scroll', () => this.onMove(() => this.takeIfScrolled()), { passive: true });
    const observer = new ResizeObserver(() => this.onMove(() => this.place.restore()));
    observer.observe(list);
    observer.observe(scroller);
    new MutationObserver(() => this.work.wake()).observe(behind, { childList: true }); // they take the room of rows
  }

  get rows(): readonly RowView[] {
    return this.mountedRows.all;
  }

  viewOf(ordinal: number): RowView | undefined {
    return this.mountedRows.viewOf(ordinal);
  }

  /** The first and last row that a range of the document touches, even if they are out of the page. */
  reachOf(range: globalThis.Range): Range {
    const first = this.mountedRows.ordinalAt(range.startContainer);
    const last = this.mountedRows.ordinalAt(range.endContainer);
    const isAll =
      range.comparePoint(this.list, 0) === 0 && range.comparePoint(this.list, this.list.childNodes.length) === 0;
    if (first === undefined && last === undefined && isAll) return { first: 0, last: this.total - 1 };
    return { first: first ?? this.mounted().first, last: last ?? this.mounted().last };
  }

  /** Those that are mounted, and those around them. */
  get knownRows(): Row[] {
    return this.known.all;
  }

  /** Those in sight still belong to what was open before. */
  get areRowsOld(): boolean {
    return this.known.size === 0 && this.rows.length > 0;
  }

  /** The first rows are on their way, and none are in sight. */
  get isLoading(): boolean {
    return this.jump !== undefined && this.rows.length === 0;
  }

  /**
   * Drops everything; the next rows come from another channel or moment. The old rows stay in sight until the new ones
   * are here, but those of another session (`isElsewhere`) not for long: they would be under its title.
   */
  open(total: number, ordinal: number, align: Align, isElsewhere: boolean, line?: LineInRow): void {
    this.total = total;
    this.isOpening = true;
    window.clearTimeout(this.oldRowsTimer);
    if (isElsewhere) this.oldRowsTimer = window.setTimeout(() => this.dropOldRows(), oldRowsFor);
    this.known.clear();
    this.requests.reset();
    this.jump = undefined;
    this.failedJump = undefined;
    if (total === 0) {
      this.showNothing();
      this.host.visiblePartPlaced();
      return;
    }
    this.startJump({ ordinal: Math.max(0, Math.min(ordinal, total - 1)), align, line });
  }

  takeRows(request: number, total: number, rows: Row[]): void {
    const isExpected = this.requests.answered(request);
    this.total = Math.max(this.total, total);
    if (this.jump?.request === request) {
      this.known.clear();
      this.known.put(...rows);
      this.finishJump();
      return;
    }
    if (!isExpected || this.jump) return;
    if (this.refreshing.takes(request)) {
      this.replace(rows);
      this.work.wake();
      return;
    }
    this.known.put(...rows);
    this.dropFarRows();
    this.refreshEdges();
    this.work.wake();
  }

  /** The rows of a request could not be read: what is here stays usable, and they are tried again. */
  rowsFailed(request: number): void {
    if (!this.requests.refused(request)) return;
    this.refreshing.failed(request);
    if (this.jump?.request === request) {
      this.failedJump = this.jump;
      this.jump = undefined;
      this.refreshing.putOff(); // one that was wanted meanwhile went for the jump
      if (this.areRowsOld) this.showNothing();
    }
    this.work.wake();
  }

  /** The person does not want to wait for the next try. */
  tryNow(): void {
    this.requests.tryNow();
  }

  /** Any row may look different now: those in the page are read again, the others forgotten. */
  refresh(): void {
    this.known.keepOnly(this.known.withEdges(this.mounted()));
    if (!this.jump) this.refreshing.want();
  }

  extend(total: number): void {
    if (total <= this.total) return;
    const hadNone = this.total === 0;
    this.total = total;
    if (this.failedJump && this.rows.length === 0) return; // it is tried again, as far as the end is then
    if (hadNone || (this.place.isFollowing && !this.jump && total - 1 - this.mounted().last > burst)) {
      this.startJump({ ordinal: total - 1, align: 'end' });
    } else this.work.wake();
  }

  /** Rows as they are now. Unchanged ones are left alone: somebody may be typing in them. */
  replace(rows: Row[]): void {
    for (const row of rows) {
      const before = this.known.get(row.ordinal);
      if (before && !sameJson(before, row)) this.known.put(row);
    }
    this.redrawChanged();
  }

  /** Redraws mounted rows that look different now: they, their neighbours or the team have changed. */
  redrawChanged(): void {
    this.redrawWhere((view) => {
      const row = this.known.get(view.ordinal);
      return (
        row !== undefined &&
        (row !== view.row ||
          this.host.looksOf(row) !== view.looks ||
          !sameSurroundings(view.surroundings, this.known.around(row)))
      );
    });
  }

  /** Redraws a mounted row: the person wants to see it differently. */
  redrawRow(ordinal: number): void {
    this.redrawWhere((view) => view.ordinal === ordinal);
  }

  /** The row that replaces what was after the last one is here. */
  takeOver(from: HTMLElement, row: RowView): void {
    this.takeIfScrolled();
    const stand = standIn(from);
    this.place.handOver(from, row);
    from.remove();
    stand(row.element);
    this.place.restore();
  }

  /** Redraws every mounted row: the words or the replay have changed. */
  redrawAll(): void {
    this.redrawWhere(() => true);
  }

  /** `part`: fraction of its height to be above the view, with align "start". False while the rows for it are on their way. */
  scrollTo(ordinal: number, align: Align, flash: boolean, part = 0): boolean {
    if (this.total === 0) return true;
    const target = Math.max(0, Math.min(ordinal, this.total - 1));
    const { first, last } = this.mounted();
    const isMounted = !this.jump && target >= first && target <= last;
    if (!isMounted || !this.place.setTo(target, align, target === this.total - 1, part)) {
      this.startJump({ ordinal: target, align, flash, part });
      return false;
    }
    if (flash) this.flash(target);
    this.afterMove();
    this.host.visiblePartPlaced();
    return true;
  }

  mounted(): Range {
    return this.mountedRows.range;
  }

  isEndMounted(): boolean {
    return this.total === 0 || this.mounted().last === this.total - 1;
  }

  /**
   * What comes after the last row is shown if that is in the page. If it is in sight it stays so while rows are added
   * before it, a few in each slice: otherwise it would vanish and return, and its reader would be taken elsewhere.
   */
  showBehind(isElsewhere = false): void {
    const { behind } = this;
    const isRead = !isElsewhere && !behind.hidden && behind.getBoundingClientRect().top < this.place.viewBottom();
    behind.hidden = !this.isEndMounted() && !isRead;
  }

  private isAtEdge(isDown: boolean): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    return isDown
      ? this.isEndMounted() && scrollTop + clientHeight >= scrollHeight - 1
      : this.mounted().first === 0 && scrollTop <= 0;
  }

  /** Whoever learns of it first; readers who moved on are not taken elsewhere later. */
  takeIfScrolled(): void {
    if (!this.place.takeIfScrolled()) return;
    this.mountedRows.scrolled();
    if (this.known.size > 0) this.forgetFailedJump();
  }

  /** `before`: to be done with the position first. */
  private onMove(before: () => void): void {
    before();
    this.afterMove();
  }

  private afterMove(): void {
    this.host.viewMoved();
    this.work.wake();
  }

  // ---- jumps

  private startJump(wanted: Wanted): void {
    const range = jumpRange(wanted.ordinal, wanted.align, this.total);
    this.requests.drop();
    this.refreshing.drop();
    this.failedJump = undefined;
    this.jump = {
      ...wanted,
      toEnd: wanted.ordinal === this.total - 1,
      request: this.requests.ask(range),
      tries: this.jump?.tries ?? 0,
      isRetry: false,
    };
  }

  private startAgain(jump: Jump): Jump {
    const { align, flash, part, line } = jump;
    const ordinal = jump.toEnd ? this.total - 1 : Math.max(0, Math.min(jump.ordinal, this.total - 1));
    this.startJump({ ordinal, align, flash, part, line });
    return this.jump as Jump;
  }

  private tryAgain(): void {
    if (this.failedJump && !this.jump) this.startAgain(this.failedJump).isRetry = true;
    else this.refreshing.tryAgain();
    this.work.wake();
  }

  private forgetFailedJump(): void {
    this.failedJump = undefined;
    if (!this.jump?.isRetry) return;
    this.jump = undefined;
    this.refreshing.want(); // one that was wanted meanwhile went for the jump
  }

  private finishJump(): void {
    const jump = this.jump;
    this.jump = undefined;
    if (!jump) return;
    const target = Math.min(jump.ordinal, this.total - 1);
    if (!this.known.has(target)) {
      // The answer lacks the wanted row (the channel was cut meanwhile): request it again, but not for ever.
      if (jump.tries < mostTries) {
        this.jump = { ...jump, tries: jump.tries + 1 };
        this.startAgain(jump);
      }
      return;
    }
    this.unmountAll();
    this.mountVisiblePart(target, jump.align);
    this.showBehind(true);
    this.place.setTo(target, jump.align, jump.toEnd, jump.part);
    if (jump.line) this.place.setToLine({ ordinal: target, ...jump.line });
    if (jump.flash) this.flash(target);
    this.host.mountedChanged();
    this.host.viewMoved();
    this.host.visiblePartPlaced();
    this.work.wake();
  }

  private mountVisiblePart(target: number, align: Align): void {
    this.mountedRows.addBelow(this.make(target));
    const sides: ('above' | 'below')[] = align === 'end' ? ['above', 'below'] : ['below', 'above'];
    const room = this.place.viewHeight() * (align === 'center' ? 1.6 : 1.1);
    // Each measurement is a layout; this many rows are needed in any case, unless they are very tall.
    for (let i = 1; i < room / usualHeight && this.canMount(sides[0]); i += 1) this.mountOne(sides[0]);
    for (const side of sides) {
      while (this.list.offsetHeight < room && this.canMount(side)) this.mountOne(side);
    }
    if (align === 'center')
      while ((this.viewOf(target)?.element.offsetTop ?? 0) < room / 2 && this.canMount('above')) this.mountOne('above');
  }

  private flash(ordinal: number): void {
    flash(this.viewOf(ordinal)?.element);
  }

  // ---- mounting and evicting

  private view(): View {
    const { scrollTop, clientHeight, scrollHeight } = this.scroller;
    const behind = this.behind.hidden ? 0 : this.behind.offsetHeight;
    return {
      mounted: this.mounted(),
      total: this.total,
      above: scrollTop,
      // What comes after the rows is not a row: its readers want those that come before it.
      below: Math.max(0, scrollHeight - scrollTop - clientHeight - behind),
      viewport: clientHeight,
      behind: this.behind.childElementCount,
    };
  }

  private canMount(side: 'above' | 'below'): boolean {
    const { first, last } = this.mounted();
    // A row waits for the one before it: whether it has a header depends on that.
    if (side === 'above') return first > 0 && this.known.has(first - 1) && (first === 1 || this.known.has(first - 2));
    return this.known.has(last + 1);
  }

  private mountOne(side: 'above' | 'below'): void {
    const { first, last } = this.mounted();
    if (side === 'above') this.mountedRows.addAbove(this.make(first - 1));
    else this.mountedRows.addBelow(this.make(last + 1));
  }

  /** One slice of mounting; true while more is wanted and can be mounted. */
  private mountSlice(isTimeLeft: () => boolean): boolean {
    if (this.jump || this.rows.length === 0) return false;
    this.takeIfScrolled();
    const view = this.view();
    const plan = planMounts(view);
    let mounted = 0;
    const grow = (side: 'above' | 'below'): void => {
      // One at least: if a layout already takes the slice's time, nobody would ask for another slice.
      for (let i = 0; i < 4 && (mounted === 0 || isTimeLeft()) && this.canMount(side); i += 1) {
        this.mountOne(side);
        mounted += 1;
      }
    };
    if (plan.below && mayMount(view, 'below')) grow('below');
    if (plan.above && mayMount(view, 'above')) grow('above');
    if (mounted > 0) this.place.restore();
    // Even without new rows: more may be running after them now.
    if (this.evict() || mounted > 0) {
      this.host.mountedChanged();
      this.host.viewMoved();
    }
    this.askAhead();
    return mounted > 0;
  }

  private askAhead(): void {
    if (this.known.size === 0) return;
    this.requests.askAhead(this.mounted(), this.known.reachFrom(this.mounted()), this.total);
  }

  private evict(): boolean {
    const plan = planEviction(this.view());
    this.mountedRows.remove(plan.above, plan.below);
    if (plan.above + plan.below === 0) return false;
    this.place.restore();
    this.dropFarRows();
    return true;
  }

  private unmountAll(): void {
    this.mountedRows.removeAll(this.isOpening);
    this.isOpening = false;
  }

  private dropOldRows(): void {
    if (!this.jump || this.known.size > 0) return;
    this.mountedRows.removeAll(true);
    this.host.mountedChanged();
    this.host.viewMoved();
  }

  private showNothing(): void {
    this.unmountAll();
    this.showBehind(true);
    this.host.mountedChanged();
    this.host.viewMoved();
  }

  private dropFarRows(): void {
    this.known.keepOnly(keptRange(this.mounted()));
  }

  private make(ordinal: number): RowView {
    const row = this.known.get(ordinal) as Row;
    return this.host.makeRow(row, this.known.around(row));
  }

  private redrawWhere(isMeant: (view: RowView) => boolean): void {
    this.takeIfScrolled();
    this.rows.forEach((view, index) => {
      if (isMeant(view)) this.redraw(index);
    });
    this.place.restore();
    this.host.mountedChanged();
  }

  private redraw(index: number): void {
    const { ordinal, element } = this.rows[index];
    if (!this.known.has(ordinal)) return;
    const readOn = this.place.readOn(element);
    const fresh = this.make(ordinal);
    this.mountedRows.replace(index, fresh);
    readOn(fresh.element, (isThere) => this.host.drawMore(isThere));
  }

  /** New neighbours have become known: the first and last mounted rows may look different now. */
  private refreshEdges(): void {
    this.takeIfScrolled();
    for (const index of new Set([0, this.rows.length - 1])) {
      const view = this.rows[index];
      const row = view ? this.known.get(view.ordinal) : undefined;
      if (!view || !row) continue;
      if (!sameSurroundings(view.surroundings, this.known.around(row))) this.redraw(index);
    }
    this.place.restore();
  }
}
