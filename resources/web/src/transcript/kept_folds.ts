import type { Json, Kept } from './contract';
import type { Bridge } from './page_calls';
import type { FoldState } from './render/context';

const pause = 250;

/** Reports what the person opened or typed, so that a later page has it too. */
export class KeptFolds {
  private readonly waiting = new Map<string, Json>();
  private timer = 0;

  constructor(private readonly bridge: Bridge) {}

  changed(name: string, value: Json): void {
    this.waiting.set(name, value);
    if (!this.timer) this.timer = window.setTimeout(() => this.hand(), pause);
  }

  private hand(): void {
    this.timer = 0;
    for (const [name, value] of this.waiting) this.bridge.call('savePageState', { name, value: JSON.stringify(value) });
    this.waiting.clear();
  }
}

/** Into the folds of a new page. */
export function takeKept({ values }: Kept, folds: FoldState): void {
  for (const [name, value] of Object.entries(values)) folds.put(name, JSON.parse(value) as Json);
}
