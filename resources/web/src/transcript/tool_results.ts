import type { ToolResultBlock, ToolUseBlock } from './contract';

/** Where a message stands: in the log, and in the channel. */
export interface Place { seq: number; ordinal: number; time?: number }
type ShowResult = (result: ToolResultBlock, at: Place) => void;
type ShowCall = (call: ToolUseBlock, at: Place) => void;
interface Told { at: Place; result: ToolResultBlock; show: ShowCall; shown?: Waiting }
interface Waiting { at: Place; call: ToolUseBlock; show: ShowResult; shown?: Told }

const mostIds = 2000;

/**
 * Results that stand in a later message than their call, by the call's id: each shows the other. An id may be used again
 * further on: a call's result is the first one after it. What is told is forgotten with the channel, and beyond 2,000 ids.
 */
export class ToolResults {
  private readonly told = new Map<string, Told[]>();
  private readonly waiting = new Map<string, Waiting[]>();

  clear(): void {
    this.told.clear();
    this.waiting.clear();
  }

  /** A message that has a result without its call was drawn; `show` is told the call now, or when it becomes known. */
  tell(at: Place, result: ToolResultBlock, show: ShowCall): void {
    if (!result.id) return;
    add(this.told, result.id, { at, result, show });
    this.pair(result.id);
  }

  /** Shows a call's result now, and again when one that is nearer becomes known. */
  expect(at: Place, call: ToolUseBlock, show: ShowResult): void {
    if (!call.id) return;
    add(this.waiting, call.id, { at, call, show });
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
      call.show(result.result, result.at);
    }
    next = 0;
    for (const result of told) {
      while (next < waiting.length && waiting[next].at.seq < result.at.seq) next += 1;
      const call = waiting[next - 1];
      if (!call || result.shown === call) continue;
      result.shown = call;
      result.show(call.call, call.at);
    }
  }
}

/** In the order of the log; a message that is drawn again takes its own place. */
function add<T extends { at: Place }>(map: Map<string, T[]>, id: string, one: T): void {
  const all = [...(map.get(id) ?? []).filter((other) => other.at.seq !== one.at.seq), one];
  all.sort((a, b) => a.at.seq - b.at.seq);
  map.delete(id);
  map.set(id, all);
  if (map.size > mostIds) map.delete(map.keys().next().value as string);
}
