import type { Announcer } from './announcer';
import type { Draft, Row } from './contract';
import type { Passage } from './copy/passage';
import { el } from './dom';
import type { Context } from './render/context';
import { glyph } from './render/icons';
import { RunningReply, type Written } from './running_reply';
import { draftCap } from './safety/caps';
import type { RowView } from './window/feed_host';
import { mostReplies } from './window/plan';
import { takeTurns } from './window/turns';
import { say } from './words';

// A finished draft stays until its message is in the page; if none comes (the run was stopped), this long.
const removeAfter = 10_000;

// How many replies are drawn in one frame; the others follow in the next.
const frameBudget = 8;

/** Of an endlessly growing text only what is shown is kept. */
const capped = (text: string): string => (text.length > draftCap ? text.slice(0, draftCap) : text);

/** The running replies after the last row, drawn at most once a frame. If there are too many, only the first are; the rest wait. */
export class Drafts {
  readonly element = el('div', 'drafts');
  private readonly replies = new Map<string, RunningReply>();
  private readonly texts = new Map<string, string>();
  private readonly changed = new Map<string, Written>();
  private readonly leaving = new Set<string>();
  private readonly waiting = new Map<string, Written>(); // there is no room for them in the page
  private readonly note = el('div', 'capnote');
  private frame = 0;

  /** `rowOf`: the message with this id, if it is in the page; `takeOver`: replaces a draft with the row. */
  constructor(
    private readonly context: () => Context,
    private readonly drawn: () => void,
    private readonly rowOf: (id: string) => RowView | undefined,
    private readonly takeOver: (from: HTMLElement, row: RowView) => void,
    private readonly announcer: Announcer,
  ) {}

  take(draft: Draft): void {
    if (draft.done) {
      this.finish(draft);
      return;
    }
    if (this.rowOf(draft.id)) return; // its message is here already
    if (this.leaving.delete(draft.id)) this.replies.get(draft.id)?.resume();
    const before = draft.text === undefined ? (this.texts.get(draft.id) ?? '') : '';
    const isFull = before.length >= draftCap;
    const whole = isFull ? before : before + (draft.text ?? draft.add ?? '');
    const text = capped(whole);
    this.texts.set(draft.id, text);
    const written = { ...draft, text, isCut: isFull || whole.length > draftCap };
    if (this.isPlaced(draft.id) || this.placed < mostReplies) {
      this.changed.set(draft.id, written);
      this.wake();
    } else {
      this.waiting.set(draft.id, written);
      this.showWaiting();
    }
  }

  /** Other rows are in the page: a reply whose message is among them is over, whether or not that has been reported. */
  rowsArrived(): void {
    for (const [id, reply] of this.replies) {
      if (!this.rowOf(id)) continue;
      if (!this.leaving.has(id)) this.announcer.finishedWriting(id, reply.speaker);
      this.texts.delete(id);
      this.remove(id);
    }
    for (const id of [...this.waiting.keys()]) if (this.rowOf(id)) this.forget(id);
  }

  /** As far as they are written. */
  passages(): Passage[] {
    return [...this.replies.values()].map(({ element, head }) => ({ element, head, isContinuation: false }));
  }

  redrawRails(): void {
    for (const reply of this.replies.values()) reply.drawRail();
  }

  /** As rows, for the rail. */
  asRows(): Row[] {
    return [...this.replies.values()].map((reply) => reply.asRow());
  }

  clear(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.texts.clear();
    this.changed.clear();
    this.leaving.clear();
    this.waiting.clear();
    this.replies.clear();
    this.element.replaceChildren();
  }

  private isPlaced(id: string): boolean {
    return this.replies.has(id) || this.changed.has(id);
  }

  /** Those in the page, or that will be within the next frames. */
  private get placed(): number {
    return this.replies.size + [...this.changed.keys()].filter((id) => !this.replies.has(id)).length;
  }

  private showWaiting(): void {
    if (this.waiting.size === 0) this.note.remove();
    else {
      this.note.replaceChildren(glyph('acting'), `+${this.waiting.size} · ${say('writingNoCount')}`);
      this.element.append(this.note);
    }
  }

  /** One that has not been drawn yet. */
  private forget(id: string): void {
    this.texts.delete(id);
    this.waiting.delete(id);
    this.changed.delete(id);
    this.letIn();
  }

  /** Those that waited longest, as far as there is room. */
  private letIn(): void {
    for (const [id, written] of [...this.waiting].slice(0, Math.max(0, mostReplies - this.placed))) {
      this.waiting.delete(id);
      this.changed.set(id, written);
      this.wake();
    }
    this.showWaiting();
  }

  private wake(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.frame = 0;
    const end = performance.now() + frameBudget;
    const isTimeLeft = (): boolean => performance.now() < end;
    takeTurns(this.changed, (id, draft) => this.replyOf(id, draft).show(draft, isTimeLeft), isTimeLeft);
    if (this.changed.size > 0) this.wake();
    this.drawn();
  }

  private replyOf(id: string, draft: Written): RunningReply {
    let reply = this.replies.get(id);
    if (!reply) {
      reply = new RunningReply(draft, this.context());
      this.replies.set(id, reply);
      this.element.append(reply.element);
      this.showWaiting(); // it stands behind them
    }
    return reply;
  }

  private finish(draft: Draft): void {
    const { id } = draft;
    this.texts.delete(id);
    const reply = this.replies.get(id);
    if (!reply) {
      this.forget(id);
      return;
    }
    reply.end(); // what is left to be drawn of it comes yet
    // If spoken to elsewhere, they continue to write there.
    if (!draft.gone) this.announcer.finishedWriting(id, draft.speaker);
    this.leaving.add(id);
    window.setTimeout(() => {
      if (this.leaving.has(id)) this.remove(id);
    }, removeAfter);
    if (draft.gone || this.rowOf(id)) this.remove(id);
  }

  private remove(id: string): void {
    this.leaving.delete(id);
    this.changed.delete(id);
    const element = this.replies.get(id)?.element;
    this.replies.delete(id);
    const row = this.rowOf(id);
    if (element && row) this.takeOver(element, row);
    else element?.remove();
    this.letIn();
    this.drawn();
  }
}
