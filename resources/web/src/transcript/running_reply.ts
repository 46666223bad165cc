import type { Draft, Row, Speaker } from './contract';
import { headOf } from './copy/passage';
import { el, onTrusted } from './dom';
import { GrowingText } from './growing_text';
import { cutDraft, fencedCode, type DraftParts } from './markdown/draft_text';
import { codeCard } from './render/code';
import type { Context } from './render/context';
import { keepFitted } from './render/header_fit';
import { glyph } from './render/icons';
import { markdownNodes, newSetting } from './render/markdown_view';
import { avatar, nameLabel, recipientChips, speakerName } from './render/people';
import { arrowOf, railMarkup } from './render/rail';
import { draftBlockCap, draftCap } from './safety/caps';
import { MarkdownRoom } from './safety/text_room';
import { visibleText } from './safety/visible_text';
import { partStandIn } from './window/swap';
import { say, shortCount } from './words';

/** `isCut`: the reply continues beyond its text. */
export interface Written extends Draft {
  text: string;
  isCut: boolean;
}

/** The last block while its text is only appended to: code, or text too long to be rendered again and again. */
interface Grown {
  info: string | undefined;
  box: HTMLElement;
  text: GrowingText;
}

/** One running reply: finished blocks are rendered once, only the last one again while it grows. */
export class RunningReply {
  readonly element: HTMLElement;
  private readonly rail = el('div', 'rail');
  private readonly band: HTMLElement;
  private readonly live = el('span', 'live');
  private readonly prose: HTMLElement;
  private readonly finished = el('div');
  private readonly growing = el('div', 'growing');
  private readonly caret = el('span', 'caret');
  private readonly note = el('div', 'capnote', say('draftCut', shortCount(draftCap)));
  private readonly article: HTMLElement;
  private text = '';
  private room = new MarkdownRoom(); // for what follows the blocks that are finished
  private from = 0; // where the block begins that still grows
  private grown: Grown | undefined;
  private isOver = false;
  private isPressed = false;

  constructor(
    private draft: Written,
    private readonly context: Context,
  ) {
    const head = el('div', 'mh', nameLabel(draft.speaker));
    if (draft.speaker.profile) head.append(el('span', 'prof', ...visibleText(draft.speaker.profile)));
    head.append(...recipientChips(draft, (lane) => context.hueOfLane(lane)), el('span', 'mm', this.live));
    keepFitted(head);
    this.prose = el('div', 'prose', this.finished, this.growing);
    this.article = el(
      'article',
      'msg draft',
      this.rail,
      avatar(draft.speaker, context.initialsOf(draft.speaker.key, draft.speaker.name)),
      el('div', 'c', head, this.prose),
    );
    this.band = el('div', '', this.article);
    this.element = el('div', 'entry', this.band);
    this.drawRail();
    this.nameArticle();
    onTrusted(this.growing, 'pointerdown', (event) => this.press(event));
  }

  get speaker(): Speaker {
    return this.draft.speaker;
  }

  /** Who is writing it to whom. */
  get head(): string {
    return headOf(this.draft.speaker, this.draft.recipients);
  }

  drawRail(): void {
    this.rail.innerHTML = railMarkup(arrowOf(this.asRow(), this.context.layout, false), this.context.layout.width);
  }

  asRow(): Row {
    const { generation, speaker, recipients, text } = this.draft;
    return {
      generation,
      ordinal: -1,
      seq: -1,
      kind: 'message',
      time: 0,
      speaker,
      recipients,
      private: this.draft.private,
      blocks: [{ type: 'text', text }],
    };
  }

  /** Nothing more is written; the message follows. */
  end(): void {
    this.isOver = true;
    this.nameArticle();
    this.drawState();
  }

  /** False if there was no time for all of it, or it is being pressed: it continues with the next call. */
  show(draft: Written, isTimeLeft: () => boolean): boolean {
    if (this.isPressed) return false;
    this.draft = draft;
    this.drawState();
    if (!draft.text.startsWith(this.text)) this.clear();
    this.text = draft.text;
    const stand = partStandIn(this.growing, this.prose);
    const isAll = this.draw(isTimeLeft);
    stand(this.prose);
    return isAll;
  }

  private draw(isTimeLeft: () => boolean): boolean {
    const { draft } = this;
    const start = this.from;
    const { done, ends, open } = cutDraft(draft.text.slice(start));
    for (let index = 0; index < done.length; index += 1) {
      this.finish(done[index]);
      this.from = start + ends[index];
      if (index < done.length - 1 && !isTimeLeft()) return false;
    }
    this.showOpen(open);
    if (draft.isCut) this.growing.after(this.note);
    else this.note.remove();
    if (this.isOver) this.caret.remove();
    return true;
  }

  /** It continues after all. */
  resume(): void {
    this.isOver = false;
    this.nameArticle();
  }

  private nameArticle(): void {
    const name = speakerName(this.draft.speaker);
    this.article.setAttribute('aria-label', this.isOver ? name : say('article', name, say('writingNoCount')));
  }

  /** A pressed element stays until it is released: a click on a removed one does not count. */
  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.isPressed = true;
    const over = new AbortController();
    const letGo = ({ type, target }: Event): void => {
      if (type === 'blur' && target !== window) return; // of an element: the press takes the focus
      over.abort();
      window.setTimeout(() => {
        this.isPressed = false;
      }); // behind the click
    };
    for (const end of ['pointerup', 'pointercancel', 'blur', 'dragend'])
      window.addEventListener(end, letGo, { signal: over.signal, capture: true });
  }

  private drawState(): void {
    const { draft } = this;
    // A chat with its role may be opened or ended while it is written.
    this.band.classList.toggle('private', draft.private !== undefined);
    this.article.setAttribute('aria-busy', String(!this.isOver));
    const words = draft.tokens > 0 ? say('writing', shortCount(draft.tokens)) : say('writingNoCount');
    const state = draft.willBeHeld ? say('writingHeld', words) : words;
    this.live.replaceChildren(...(this.isOver ? [] : [glyph('acting'), state]));
    if (this.isOver) this.caret.remove();
  }

  private clear(): void {
    this.finished.replaceChildren();
    this.growing.replaceChildren();
    this.grown = undefined;
    this.from = 0;
    this.room = new MarkdownRoom();
  }

  private finish(block: string): void {
    const code = this.grown || block.length > draftBlockCap ? fencedCode(block) : undefined;
    if (!this.grown && block.length > draftBlockCap) this.grow(code?.info);
    if (this.grown) {
      // It is in its final state there; only a message is rendered anew.
      this.grown.text.show(code && this.grown.info !== undefined ? code.text : block);
      this.finished.append(this.grown.box);
      this.grown = undefined;
    } else {
      this.finished.append(markdownNodes(block, this.context, true, newSetting(this.room)));
      this.growing.replaceChildren(this.caret); // it stood there while it grew
    }
  }

  private showOpen(open: DraftParts['open']): void {
    if (open.kind === 'code') {
      if (!this.grown || this.grown.info !== open.info) this.grow(open.info);
      this.grown?.text.show(open.text);
    } else if (open.text.length > draftBlockCap || this.grown) {
      if (!this.grown || this.grown.info !== undefined) this.grow(undefined);
      this.grown?.text.show(open.text);
    } else this.setText(open.text);
  }

  private grow(info: string | undefined): void {
    let text: GrowingText | undefined;
    const box =
      info === undefined ? el('pre', 'code wrapped') : codeCard(info, '', this.context, true, () => text?.text ?? '');
    const pre = box instanceof HTMLPreElement ? box : (box.querySelector('pre') as HTMLElement);
    text = new GrowingText(pre, this.caret);
    this.grown = { info, box, text };
    this.growing.replaceChildren(box);
  }

  private setText(text: string): void {
    this.growing.replaceChildren(markdownNodes(text, this.context, true, newSetting(this.room.copy())));
    let last: Element = this.growing;
    while (last.lastElementChild && /^(?:P|UL|OL|LI|BLOCKQUOTE|H[1-6])$/.test(last.lastElementChild.tagName))
      last = last.lastElementChild;
    last.append(this.caret);
  }
}
