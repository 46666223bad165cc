import type { ToolResultBlock, ToolUseBlock } from './contract';

/** Where a message stands: in the log, and in the channel. */
export interface Place {
  seq: number;
  ordinal: number;
  time?: number;
}
type ShowResult = (result: ToolResultBlock, at: Place) => void;
type ShowCall = (call: ToolUseBlock, at: Place) => void;
/** `show` holds what is drawn: it is gone when that has left the page. */
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
// Some programs count their calls anew at each turn: of those that have the same id, the nearest are of use.
const mostOfAnId = 400;

/**
 * Results that stand in a later message than their call, by the call's id: each shows the other. An id may be used again
 * further on: a call's result is the first one after it. What is told is forgotten with the channel, beyond
 * 2,000 ids, and beyond 400 of the same id.
 */
export class ToolResults {
  private readonly told = new Map<string, Told[]>();
  private readonly waiting = new Map<string, Waiting[]>();
  private readonly drawn = new Map<number, Set<string>>(); // the ids in each message that is in the page

  /** So many calls and results are remembered. */
  get size(): number {
    return [...this.told.values(), ...this.waiting.values()].reduce((sum, all) => sum + all.length, 0);
  }

  clear(): void {
    this.told.clear();
    this.waiting.clear();
    this.drawn.clear();
  }

  /** The message has left the page: it still says to others what it has, and is shown nothing any more. */
  leave(seq: number): void {
    for (const id of this.drawn.get(seq) ?? []) {
      for (const one of [...(this.told.get(id) ?? []), ...(this.waiting.get(id) ?? [])])
        if (one.at.seq === seq) delete one.show;
    }
    this.drawn.delete(seq);
  }

  /** A message that has a result without its call was drawn; `show` is told the call now, or when it becomes known. */
  tell(at: Place, result: ToolResultBlock, show: ShowCall): void {
    if (!result.id) return;
    this.add(this.told, result.id, { at, result, show });
    this.pair(result.id);
  }

  /** Shows a call's result now, and again when one that is nearer becomes known. */
  expect(at: Place, call: ToolUseBlock, show: ShowResult): void {
    if (!call.id) return;
    this.add(this.waiting, call.id, { at, call, show });
    this.pair(call.id);
  }

  /** Both lists are in the order of the log, so one walk finds all; only what is new is shown. */
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

/** In the order of the log; a message that is drawn again takes its own place. */
function addInOrder<T extends { at: Place }>(map: Map<string, T[]>, id: string, one: T): void {
  const all = [...(map.get(id) ?? []).filter((other) => other.at.seq !== one.at.seq), one];
  all.sort((a, b) => a.at.seq - b.at.seq);
  if (all.length > mostOfAnId) all.splice(all.indexOf(one) < all.length / 2 ? all.length - 1 : 0, 1);
  map.delete(id);
  map.set(id, all);
  if (map.size > mostIds) map.delete(map.keys().next().value as string);
}
