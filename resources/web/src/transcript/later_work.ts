import { SlicedWork } from './window/slices';

/** A failing step fails alone, without those after it. */
function isToGoOn(step: () => boolean): boolean {
  try {
    return step();
  } catch (error) {
    console.error(error); // as what nobody catches: into the log
    return false;
  }
}

interface Job {
  step: () => boolean;
  begins: () => void;
}

const untold = (): void => undefined;

/** Work for idle time: step by step, each repeated until it says that it is done. */
export class LaterWork {
  private readonly jobs: Job[] = [];
  private readonly work = new SlicedWork((isTimeLeft) => this.run(isTimeLeft));

  /** `before` and `after`: around each slice of it. */
  constructor(
    private readonly before: () => void,
    private readonly after: () => void,
  ) {}

  get isDone(): boolean {
    return this.jobs.length === 0;
  }

  /** `begins` is called before the step is, once in a slice if the same one repeats. */
  add(step: () => boolean, begins = untold): void {
    this.jobs.push({ step, begins });
    this.work.wake();
  }

  /** How many steps there are. */
  get length(): number {
    return this.jobs.length;
  }

  /** Runs the steps from this one on at once, in order, until the result is there, but not more often than this. Returns whether none is left. */
  hurry(from: number, isThere: () => boolean, most: number): boolean {
    for (let times = 0; times < most && this.jobs.length > from && !isThere(); times += 1) {
      const { step, begins } = this.jobs[from];
      begins();
      if (!isToGoOn(step)) this.jobs.splice(from, 1);
    }
    return this.jobs.length <= from;
  }

  clear(): void {
    this.jobs.length = 0;
  }

  private run(isTimeLeft: () => boolean): boolean {
    this.before();
    let told = untold;
    do {
      const job = this.jobs[0];
      if (job && job.begins !== told) job.begins();
      told = job?.begins ?? told;
      if (job && !isToGoOn(job.step)) this.jobs.splice(this.jobs.indexOf(job), 1);
    } while (this.jobs.length && isTimeLeft());
    this.after();
    return this.jobs.length > 0;
  }
}
