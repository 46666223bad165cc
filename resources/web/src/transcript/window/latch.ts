// Chromium binds a running wheel sequence to the element under the pointer. If that element's row leaves the document, scrolling
// stops dead until the wheel rests. So the row stays at its place in the list, without height, until the sequence is over.

const restAfter = 700;

export class WheelLatch {
  private row: HTMLElement | null = null;
  private parked: HTMLElement | null = null;
  private lastWheel = -restAfter;
  private timer = 0;

  constructor(scroller: HTMLElement, private readonly rowOf: (target: EventTarget | null) => HTMLElement | null) {
    scroller.addEventListener('wheel', (event) => this.onWheel(event), { capture: true, passive: true });
  }

  /** Takes a row that is to be evicted out of the layout; true when it had to stay in the document. */
  keeps(row: HTMLElement): boolean {
    if (row !== this.row || this.isAtRest()) return false;
    row.classList.add('parked');
    row.setAttribute('aria-hidden', 'true');
    this.parked = row;
    this.watch();
    return true;
  }

  private isAtRest(): boolean {
    return performance.now() - this.lastWheel > restAfter;
  }

  private onWheel(event: WheelEvent): void {
    const isNewSequence = this.isAtRest();
    this.lastWheel = performance.now();
    if (isNewSequence) this.release();
    if (isNewSequence || !this.row?.isConnected) this.row = this.rowOf(event.target);
  }

  private watch(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.isAtRest() ? this.release() : this.watch()), restAfter);
  }

  private release(): void {
    this.parked?.remove();
    this.parked = null;
  }
}
