// Chromium binds a running wheel sequence to the element under the pointer. If that element's row leaves the document, scrolling
// stops dead until the wheel rests. So the row stays at its place in the list, without height, until the sequence is over.

const tick = 100;
const restTicks = 7;

export class WheelLatch {
  private row: HTMLElement | null = null;
  private parked: HTMLElement | null = null;
  private quietTicks = restTicks;
  private lastTick = 0;
  private timer = 0;

  constructor(
    scroller: HTMLElement,
    private readonly rowOf: (target: EventTarget | null) => HTMLElement | null,
  ) {
    scroller.addEventListener('wheel', (event) => this.onWheel(event), { capture: true, passive: true });
  }

  /** Takes a row that is to be evicted out of the layout; true when it had to stay in the document. */
  keeps(row: HTMLElement): boolean {
    if (row !== this.row || this.isAtRest()) return false;
    row.classList.add('parked');
    row.setAttribute('aria-hidden', 'true');
    this.parked = row;
    return true;
  }

  private isAtRest(): boolean {
    return this.quietTicks >= restTicks;
  }

  private onWheel(event: WheelEvent): void {
    const isNewSequence = this.isAtRest();
    this.quietTicks = 0;
    if (isNewSequence || !this.row?.isConnected) this.row = this.rowOf(event.target);
    if (isNewSequence) this.watch();
  }

  private watch(): void {
    this.lastTick = performance.now();
    this.timer = window.setTimeout(() => this.onTick(), tick);
  }

  /** A rest is counted in ticks that came in time: while the page is busy the wheel may turn without its knowing. */
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
