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

interface Job {
  step: () => boolean;
  begins: () => void;
}

const untold = (): void => undefined;

/** What is drawn when there is time: step by step, each again and again until it says that it is done. */
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

  /** `begins` is called before the step is, once in a slice where the same begins again. */
  add(step: () => boolean, begins = untold): void {
    this.jobs.push({ step, begins });
    this.work.wake();
  }

  /** How many steps there are. */
  get length(): number {
    return this.jobs.length;
  }

  /** Does those from one on at once, in their order, until that is there, though not more often than so many times. Says whether none of them is left. */
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
