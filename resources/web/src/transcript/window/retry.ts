const firstPause = 1_000;
const longestPause = 30_000;

/** Failures are retried after pauses, which grow until something succeeds. */
export class Retry {
  private failures = 0;
  private timer = 0;

  constructor(private readonly tryAgain: () => void) {}

  failed(): void {
    if (this.timer) return;
    this.timer = window.setTimeout(() => this.now(), Math.min(longestPause, firstPause * 2 ** this.failures));
    this.failures += 1;
  }

  /** If something waits to be retried. */
  now(): void {
    if (!this.timer) return;
    this.stop();
    this.tryAgain();
  }

  succeeded(): void {
    this.stop();
    this.failures = 0;
  }

  private stop(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
  }
}
