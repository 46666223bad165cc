import { el } from '../dom';

// Chromium ties a running wheel sequence, or fingers on a touch pad, to the element under the pointer. If that leaves the document,
// because its row does or is redrawn, scrolling stops dead until the wheel rests or the fingers are lifted. It looks for the element
// after the first event has been handled: meanwhile a pane that never leaves covers the rows, until they move. Where something in a
// row scrolls by itself there is none; then the row, if it leaves, stays at its place in the list, without height, until the
// sequence is over.

const tick = 100;
const restTicks = 7;
const paneRest = 2 * tick; // where nothing moves

// Chromium begins a new sequence after 500 ms, or when the pointer has moved by 10 pixels.
const sequencePause = 400;
const sequenceReach = 5;

/** Is there anything in a row that the wheel may scroll instead? */
function scrollsByItself(target: EventTarget | null, row: HTMLElement): boolean {
  for (let part = target instanceof Element ? target : null; part && part !== row; part = part.parentElement) {
    const isLarger = part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth;
    if (!isLarger) continue;
    const { overflowX, overflowY } = getComputedStyle(part);
    if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) return true;
  }
  return false;
}

export class WheelLatch {
  /** Over all rows. */
  readonly pane = el('div', 'wheelpane');
  private paneTimer = 0;
  private isBound = false; // what it turns has been found
  private last = { time: -Infinity, x: 0, y: 0 };
  private row: HTMLElement | null = null;
  private parked: HTMLElement | null = null;
  private quietTicks = restTicks;
  private lastTick = 0;
  private timer = 0;

  /** `isAtEdge`: nothing is left to scroll, up or down. */
  constructor(
    scroller: HTMLElement,
    private readonly rowOf: (target: EventTarget | null) => HTMLElement | null,
    private readonly isAtEdge: (isDown: boolean) => boolean,
  ) {
    scroller.addEventListener('wheel', (event) => this.onWheel(event), { capture: true, passive: false });
    // A press is meant for what is visible there.
    this.pane.addEventListener('pointermove', (event) => {
      if (this.isElsewhere(event)) this.takePaneAway();
    });
  }

  /** Takes a row that is to be evicted out of the layout; true if it had to stay in the document. */
  keeps(row: HTMLElement): boolean {
    if (row !== this.row || this.isAtRest()) return false;
    row.classList.add('parked');
    row.setAttribute('aria-hidden', 'true');
    this.parked = row;
    return true;
  }

  /** The person has moved the rows. */
  scrolled(): void {
    if (this.paneTimer === 0) return;
    this.isBound = true;
    this.takePaneAway();
  }

  private isAtRest(): boolean {
    return this.quietTicks >= restTicks;
  }

  private onWheel(event: WheelEvent): void {
    const row = this.rowOf(event.target);
    this.putPane(event, row);
    const isNewSequence = this.isAtRest();
    this.quietTicks = 0;
    if (isNewSequence || !this.row?.isConnected) this.row = row;
    if (isNewSequence) this.watch();
  }

  private putPane(event: WheelEvent, row: HTMLElement | null): void {
    if (event.timeStamp - this.last.time > sequencePause || this.isElsewhere(event)) {
      this.isBound = false;
      this.last = { time: event.timeStamp, x: event.clientX, y: event.clientY };
    } else this.last.time = event.timeStamp;
    if (this.isBound) return;
    // Nothing will move: the pane would only keep a click from its target.
    if (event.deltaY !== 0 && this.isAtEdge(event.deltaY > 0)) return;
    // While something is selected, what is under the pointer is.
    if (this.paneTimer === 0 && (!row || event.buttons !== 0 || scrollsByItself(event.target, row))) return;
    window.clearTimeout(this.paneTimer);
    this.pane.classList.add('over');
    this.paneTimer = window.setTimeout(() => this.takePaneAway(), paneRest);
  }

  /** Other than where the wheel was turned. */
  private isElsewhere({ clientX, clientY }: MouseEvent): boolean {
    const { x, y } = this.last;
    return Math.abs(clientX - x) > sequenceReach || Math.abs(clientY - y) > sequenceReach;
  }

  private takePaneAway(): void {
    window.clearTimeout(this.paneTimer);
    this.paneTimer = 0;
    this.pane.classList.remove('over');
  }

  private watch(): void {
    this.lastTick = performance.now();
    this.timer = window.setTimeout(() => this.onTick(), tick);
  }

  /** A rest is counted in ticks that came in time: while the page is busy it may not notice the wheel. */
  private onTick(): void {
    const isInTime = performance.now() - this.lastTick < 2 * tick;
    this.quietTicks = isInTime ? this.quietTicks + 1 : 0;
    if (this.isAtRest()) this.release();
    else this.watch();
  }

  private release(): void {
    window.clearTimeout(this.timer);
    this.parked?.remove();
    this.parked = null;
    this.row = null;
  }
}
