import { SlicedWork } from './window/slices';

/** A step that fails costs itself, not those behind it. */
function isToGoOn(step: () => boolean): boolean {
  try {
    return step();
  } catch (error) {
    console.error(error); // as what nobody catches: into the log
    return false;
  }
}

/** What is drawn when there is time: step by step, each again and again until it says that it is done. */
export class LaterWork {
  private readonly steps: (() => boolean)[] = [];
  private readonly work = new SlicedWork((isTimeLeft) => this.run(isTimeLeft));

  /** `before` and `after`: around each slice of it. */
  constructor(
    private readonly before: () => void,
    private readonly after: () => void,
  ) {}

  get isDone(): boolean {
    return this.steps.length === 0;
  }

  add(step: () => boolean): void {
    this.steps.push(step);
    this.work.wake();
  }

  clear(): void {
    this.steps.length = 0;
  }

  private run(isTimeLeft: () => boolean): boolean {
    this.before();
    do {
      const step = this.steps[0];
      if (step && !isToGoOn(step)) this.steps.splice(this.steps.indexOf(step), 1);
    } while (this.steps.length && isTimeLeft());
    this.after();
    return this.steps.length > 0;
  }
}
