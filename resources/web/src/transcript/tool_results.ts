import type { ToolResultBlock, ToolUseBlock } from './contract';

/** Where a message is: in the log, and in the channel. */
export interface Place {
  seq: number;
  ordinal: number;
  time?: number;
}
type ShowResult = (result: ToolResultBlock, at: Place) => void;
type ShowCall = (call: ToolUseBlock, at: Place) => void;
/** `show` keeps the drawn element: it is dropped when that has left the page. */
interface Told {
  at: Place;
  result: ToolResultBlock;
  show?: ShowCall;
  shown?: Waiting;
}
interface Waiting {
  at: Place;
  call: ToolUseBlock;
  show?: ShowResult;
  shown?: Told;
}

const mostIds = 2000;
// Some programs count their calls anew at each turn: of those with the same id, the nearest are used.
const mostOfAnId = 400;

/**
 * Results in a later message than their call, by the call's id: each shows the other. An id may be reused further on: a
 * call's result is the first one after it. Entries are forgotten with the channel, beyond 2,000 ids, and beyond 400
 * with the same id.
 */
export class ToolResults {
  private readonly told = new Map<string, Told[]>();
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly drawn = new Map<number, Set<string>>(); // the ids in each message that is in the page

  /** How many calls and results are remembered. */
  get size(): number {
    return [...this.told.values(), ...this.waiting.values()].reduce((sum, all) => sum + all.length, 0);
  }

  clear(): void {
    this.told.clear();
    this.waiting.clear();
    this.drawn.clear();
  }

  /** The message has left the page: it still tells others what it has, but is shown nothing any more. */
  leave(seq: number): void {
    for (const id of this.drawn.get(seq) ?? []) {
      for (const one of [...(this.told.get(id) ?? []), ...(this.waiting.get(id) ?? [])])
        if (one.at.seq === seq) delete one.show;
    }
    this.drawn.delete(seq);
  }

  /** A message with a result without its call was drawn; `show` gets the call now, or when it becomes known. */
  tell(at: Place, result: ToolResultBlock, show: ShowCall): void {
    if (!result.id) return;
    this.add(this.told, result.id, { at, result, show });
    this.pair(result.id);
  }

  /** Shows a call's result now, and again if a nearer one becomes known. */
  expect(at: Place, call: ToolUseBlock, show: ShowResult): void {
    if (!call.id) return;
    this.add(this.waiting, call.id, { at, call, show });
    this.pair(call.id);
  }

  /** Both lists are in log order, so one pass finds all; only what is new is shown. */
  private pair(id: string): void {
    const told = this.told.get(id) ?? [];
    const waiting = this.waiting.get(id) ?? [];
    let next = 0;
    for (const call of waiting) {
      while (next < told.length && told[next].at.seq <= call.at.seq) next += 1;
      const result = told[next];
      if (!result || call.shown === result) continue;
      call.shown = result;
      call.show?.(result.result, result.at);
    }
    next = 0;
    for (const result of told) {
      while (next < waiting.length && waiting[next].at.seq < result.at.seq) next += 1;
      const call = waiting[next - 1];
      if (!call || result.shown === call) continue;
      result.shown = call;
      result.show?.(call.call, call.at);
    }
  }

  private add<T extends Told | Waiting>(map: Map<string, T[]>, id: string, one: T): void {
    addInOrder(map, id, one);
    this.drawn.set(one.at.seq, (this.drawn.get(one.at.seq) ?? new Set<string>()).add(id));
  }
}

/** In log order; a redrawn message takes its own place. */
function addInOrder<T extends { at: Place }>(map: Map<string, T[]>, id: string, one: T): void {
  const all = [...(map.get(id) ?? []).filter((other) => other.at.seq !== one.at.seq), one];
  all.sort((a, b) => a.at.seq - b.at.seq);
  if (all.length > mostOfAnId) all.splice(all.indexOf(one) < all.length / 2 ? all.length - 1 : 0, 1);
  map.delete(id);
  map.set(id, all);
  if (map.size > mostIds) map.delete(map.keys().next().value as string);
}
