import type { ToolResultBlock } from './contract';

type Show = (result: ToolResultBlock) => void;
interface Told { seq: number; result: ToolResultBlock }
interface Waiting { seq: number; show: Show }

const mostIds = 2000;

/**
 * Results that stand in a later message than their call, by the call's id. An id may be used again further on: a call's
 * result is the first one after it. What is told is forgotten with the channel, and beyond 2,000 ids.
 */
export class ToolResults {
  private readonly told = new Map<string, Told[]>();
  private readonly waiting = new Map<string, Waiting[]>();

  clear(): void {
    this.told.clear();
    this.waiting.clear();
  }

  /** A message that has a result without its call was drawn. */
  tell(seq: number, result: ToolResultBlock): void {
    if (!result.id) return;
    const known = (this.told.get(result.id) ?? []).filter((one) => one.seq !== seq);
    known.push({ seq, result });
    known.sort((a, b) => a.seq - b.seq);
    remember(this.told, result.id, known);
    for (const call of this.waiting.get(result.id) ?? []) this.showFirst(result.id, call);
  }

  /** Shows a call's result now, and again when one that is nearer becomes known. */
  expect(seq: number, id: string, show: Show): void {
    if (!id) return;
    const call = { seq, show };
    remember(this.waiting, id, [...(this.waiting.get(id) ?? []).filter((one) => one.seq !== seq), call]);
    this.showFirst(id, call);
  }

  private showFirst(id: string, call: Waiting): void {
    const first = this.told.get(id)?.find((one) => one.seq > call.seq);
    if (first) call.show(first.result);
  }
}

function remember<T>(map: Map<string, T>, id: string, value: T): void {
  map.delete(id);
  map.set(id, value);
  if (map.size > mostIds) map.delete(map.keys().next().value as string);
}
