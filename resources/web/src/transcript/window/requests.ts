import { planRequest, type Range } from './plan';
import { Retry } from './retry';

/** The requested rows, and those that could not be read: these are tried again after a while. */
export class Requests {
  private readonly pending = new Map<number, Range>();
  private failed: Range[] = [];
  private last = 0;
  private readonly retry: Retry;

  constructor(
    private readonly send: (request: number, range: Range) => void,
    tryAgain: () => void,
  ) {
    this.retry = new Retry(() => {
      this.failed = [];
      tryAgain();
    });
  }

  ask(range: Range): number {
    this.last += 1;
    this.pending.set(this.last, range);
    this.send(this.last, range);
    return this.last;
  }

  /** Requests the next rows to be mounted, unless they are on their way or currently unreadable. */
  askAhead(mounted: Range, known: Range, total: number): void {
    const range = planRequest(mounted, known, total, [...this.pending.values()], this.failed);
    if (range) this.ask(range);
  }

  /** False if the answer is to something nobody waits for any more. */
  answered(request: number): boolean {
    const isExpected = this.pending.delete(request);
    if (isExpected && this.failed.length === 0) this.retry.succeeded();
    return isExpected;
  }

  /** False as above; otherwise it will be tried again. */
  refused(request: number): boolean {
    const range = this.pending.get(request);
    if (!range) return false;
    this.pending.delete(request);
    this.failed.push(range);
    this.retry.failed();
    return true;
  }

  tryNow(): void {
    this.retry.now();
  }

  /** Nobody waits any more for what is on its way. */
  drop(): void {
    this.pending.clear();
  }

  /** Nor for any other row up to now. */
  reset(): void {
    this.drop();
    this.failed = [];
    this.retry.succeeded();
  }
}
