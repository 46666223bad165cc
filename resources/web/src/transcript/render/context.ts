import type { Bridge, Json } from '../contract';
import type { LaneLayout } from '../lanes';

/** What drawing needs to know and may ask for; one for the page. */
export interface Context {
  bridge: Bridge;
  isReplay: boolean;
  layout: LaneLayout;
  selected: number;
  initialsOf(key: string, name: string): string;
  hueOfLane(lane: number): number;
  /** What the person opened or typed stays with a message when it leaves the page and comes back. */
  folds: FoldState;
  diagrams: DiagramSource;
  /** Calls the step again and again between other work until it returns false. */
  later(step: () => boolean): void;
}

export interface DiagramSource {
  /** Fills the box with the drawing now or when it is ready. */
  fill(box: HTMLElement, source: string): void;
}

const mostFolds = 2000;

export class FoldState {
  private readonly values = new Map<string, Json>();

  get<T extends Json>(key: string, fallback: T): T {
    return (this.values.get(key) as T | undefined) ?? fallback;
  }

  set(key: string, value: Json): void {
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > mostFolds) this.values.delete(this.values.keys().next().value as string);
  }

  clear(): void {
    this.values.clear();
  }
}
