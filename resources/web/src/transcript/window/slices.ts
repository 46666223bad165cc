// Work in slices of a few milliseconds, so that the page answers between them.

export const sliceBudget = 6;

interface Scheduler {
  postTask(task: () => void, options?: { priority: string }): Promise<unknown>;
}
const scheduler = (globalThis as { scheduler?: Scheduler }).scheduler;

/** `background`: when there is nothing left to do that a person waits for. */
export function nextTask(task: () => void, priority: 'user-visible' | 'background' = 'user-visible'): void {
  if (scheduler) void scheduler.postTask(task, { priority });
  else setTimeout(task, 0);
}

/** Runs a step repeatedly, a slice at a time, until it says that nothing is left. */
export class SlicedWork {
  private waiting = false;

  constructor(private readonly slice: (isTimeLeft: () => boolean) => boolean) {}

  wake(): void {
    if (this.waiting) return;
    this.waiting = true;
    nextTask(() => {
      this.waiting = false;
      const end = performance.now() + sliceBudget;
      if (this.slice(() => performance.now() < end)) this.wake();
    });
  }
}
