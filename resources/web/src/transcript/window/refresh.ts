import { requestSize, type Range } from './plan';

const pause = 150;

/** Reads the rows of a range again, one reading after the other: a replay wants it many times a second. */
export class Refresh {
  private readonly running = new Set<number>(); // the requests for its pieces
  private isWanted = false;
  private hasFailed = false; // a piece could not be read
  private timer = 0;

  constructor(
    private readonly range: () => Range,
    private readonly ask: (range: Range) => number,
  ) {}

  want(): void {
    this.isWanted = true;
    this.start();
  }

  /** Whether the answer to this request is one of its pieces. */
  takes(request: number): boolean {
    if (!this.running.delete(request)) return false;
    if (this.running.size === 0) this.rest();
    return true;
  }

  /** That piece will be read with all others, but not before the next try: what cannot be read is not requested endlessly. */
  failed(request: number): void {
    if (!this.running.delete(request)) return;
    this.hasFailed = true;
    if (this.running.size === 0) this.rest();
  }

  /** It was dropped for something that came to nothing. */
  putOff(): void {
    this.hasFailed = true;
  }

  tryAgain(): void {
    if (this.hasFailed) this.want();
  }

  /** Everything is read anew. */
  drop(): void {
    this.running.clear();
    this.isWanted = false;
    this.hasFailed = false;
  }

  private start(): void {
    if (!this.isWanted || this.running.size > 0 || this.timer) return;
    this.isWanted = false;
    this.hasFailed = false;
    const { first, last } = this.range();
    for (let at = first; at <= last; at += requestSize)
      this.running.add(this.ask({ first: at, last: Math.min(last, at + requestSize - 1) }));
  }

  private rest(): void {
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.start();
    }, pause);
  }
}
