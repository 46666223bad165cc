import type { Draft, Row } from './contract';
import { el } from './dom';
import { draftParts } from './markdown/draft_text';
import { codeCard } from './render/code';
import type { Context } from './render/context';
import { glyph } from './render/icons';
import { markdownNodes } from './render/markdown_view';
import { avatar, nameLabel, recipientChips, speakerName } from './render/people';
import { arrowOf, railMarkup } from './render/rail';
import { visibleText } from './safety/visible_text';
import { say, shortCount } from './words';

// A finished draft stays until the message that replaces it is in the page, but not longer than this.
const removeAfter = 600;

// What is drawn of many replies in one frame; the others' turn is the next.
const frameBudget = 8;

interface Written extends Draft { text: string }

function asRow(draft: Written): Row {
  return { ordinal: -1, seq: -1, kind: 'message', time: 0, speaker: draft.speaker, recipients: draft.recipients, private: draft.private, blocks: [{ type: 'text', text: draft.text }] };
}

/** One running reply: finished blocks are set once, only the last one is set again while it grows. */
class RunningReply {
  readonly element: HTMLElement;
  private readonly rail = el('div', 'rail');
  private readonly band: HTMLElement;
  private readonly live = el('span', 'live');
  private readonly finished = el('div');
  private readonly growing = el('div', 'growing');
  private finishedCount = 0;
  private code: { info: string; pre: HTMLElement } | undefined;

  constructor(private draft: Written, private readonly context: Context) {
    const head = el('div', 'mh', nameLabel(draft.speaker));
    if (draft.speaker.profile) head.append(el('span', 'prof', ...visibleText(draft.speaker.profile)));
    head.append(...recipientChips(draft, (lane) => context.hueOfLane(lane)), el('span', 'mm', this.live));
    const prose = el('div', 'prose', this.finished, this.growing);
    const article = el('article', 'msg draft', this.rail, avatar(draft.speaker, context.initialsOf(draft.speaker.key, draft.speaker.name)), el('div', 'c', head, prose));
    article.setAttribute('aria-busy', 'true');
    article.setAttribute('aria-label', `${speakerName(draft.speaker)}, ${say('writingNoCount')}`);
    this.band = el('div', '', article);
    this.element = el('div', 'entry', this.band);
    this.drawRail();
  }

  drawRail(): void {
    this.rail.innerHTML = railMarkup(arrowOf(asRow(this.draft), this.context.layout, false), this.context.layout.width);
  }

  show(draft: Written): void {
    this.draft = draft;
    // A chat with its role may be opened or ended while it is written.
    this.band.classList.toggle('private', draft.private !== undefined);
    const words = draft.tokens > 0 ? say('writing', shortCount(draft.tokens)) : say('writingNoCount');
    this.live.replaceChildren(glyph('acting'), words);
    const { done, open } = draftParts(draft.text);
    if (done.length < this.finishedCount) {
      this.finished.replaceChildren();
      this.finishedCount = 0;
    }
    for (const block of done.slice(this.finishedCount)) this.finished.append(markdownNodes(block, this.context, true));
    this.finishedCount = done.length;
    if (open.kind === 'code') this.showCode(open.info, open.text);
    else this.showText(open.text);
  }

  private showCode(info: string, text: string): void {
    if (this.code?.info !== info || !this.code.pre.isConnected) {
      const box = codeCard(info, '', this.context, true);
      this.code = { info, pre: box.querySelector('pre') as HTMLElement };
      this.growing.replaceChildren(box);
    }
    this.code.pre.replaceChildren(...visibleText(text), el('span', 'caret'));
  }

  private showText(text: string): void {
    this.code = undefined;
    this.growing.replaceChildren(markdownNodes(text, this.context, true));
    let last: Element = this.growing;
    while (last.lastElementChild && /^(?:P|UL|OL|LI|BLOCKQUOTE|H[1-6])$/.test(last.lastElementChild.tagName)) last = last.lastElementChild;
    last.append(el('span', 'caret'));
  }
}

/** The running replies after the last row, drawn at most once a frame. */
export class Drafts {
  readonly element = el('div', 'drafts');
  readonly announcer = el('div', 'offscreen');
  private readonly replies = new Map<string, RunningReply>();
  private readonly texts = new Map<string, string>();
  private readonly changed = new Map<string, Written>();
  private readonly leaving = new Set<string>();
  private frame = 0;

  constructor(private readonly context: () => Context, private readonly drawn: () => void) {
    this.announcer.setAttribute('aria-live', 'polite');
  }

  take(draft: Draft): void {
    if (draft.done) {
      this.finish(draft);
      return;
    }
    this.leaving.delete(draft.id);
    const text = draft.text ?? (this.texts.get(draft.id) ?? '') + (draft.add ?? '');
    this.texts.set(draft.id, text);
    this.changed.set(draft.id, { ...draft, text });
    this.wake();
  }

  /** Rows have been appended: what is finished has its message now. */
  rowsArrived(): void {
    for (const id of this.leaving) this.remove(id);
  }

  redrawRails(): void {
    for (const reply of this.replies.values()) reply.drawRail();
  }

  clear(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.texts.clear();
    this.changed.clear();
    this.leaving.clear();
    this.replies.clear();
    this.element.replaceChildren();
  }

  private wake(): void {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.frame = 0;
    const end = performance.now() + frameBudget;
    for (const [id, draft] of this.changed) {
      this.changed.delete(id); // and when it changes again it comes after those that wait
      let reply = this.replies.get(id);
      if (!reply) {
        reply = new RunningReply(draft, this.context());
        this.replies.set(id, reply);
        this.element.append(reply.element);
      }
      reply.show(draft);
      if (performance.now() > end) break;
    }
    if (this.changed.size > 0) this.wake();
    this.drawn();
  }

  private finish(draft: Draft): void {
    this.texts.delete(draft.id);
    this.changed.delete(draft.id);
    if (!this.replies.has(draft.id)) return;
    this.announcer.textContent = say('writingFinished', speakerName(draft.speaker));
    this.leaving.add(draft.id);
    window.setTimeout(() => {
      if (this.leaving.has(draft.id)) this.remove(draft.id);
    }, removeAfter);
  }

  private remove(id: string): void {
    this.leaving.delete(id);
    this.replies.get(id)?.element.remove();
    this.replies.delete(id);
    this.drawn();
  }
}
