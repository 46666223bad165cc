import type { Row, TextDeed } from '../contract';
import { copyMessage, readText, writtenText } from '../copy/message_text';
import { actButton, el, flash, onTrusted } from '../dom';
import { letterOf } from '../letter_keys';
import { clockTime, durationText, say } from '../words';
import type { RowView } from '../window/feed_host';
import { blockNodes } from './blocks';
import { card, codeText, copyButton, writtenLines } from './code';
import { contextOf, type Context } from './context';
import type { Surroundings } from './grouping';
import {
  copyPlain,
  header,
  keptMark,
  messageActions,
  timeLabel,
  toggleKept,
  toggleWritten,
  type CopiedTexts,
} from './header';
import {
  annotationNotice,
  dayLine,
  holdLine,
  levelNotice,
  lookalikeNotice,
  noticeLine,
  privateFoot,
  privateHead,
  roundLine,
  undeliveredNotice,
} from './notices';
import { avatar, recipientWords, speakerName } from './people';
import { questionCard } from './question';
import { arrowOf, railMarkup } from './rail';
import { ofRow } from '../rows_of';

function drawRail(rail: HTMLElement, row: Row, context: Context): void {
  rail.classList.add('drawn');
  rail.innerHTML = railMarkup(arrowOf(row, context.layout, row.seq === context.selected), context.layout.width);
}

/** Its text from the log, if rendering failed; `again`: it may succeed another time. */
function asItCame(text: string, again?: HTMLElement): HTMLElement[] {
  return [el('div', 'capnote', say('notDrawn'), ...(again ? [again] : [])), writtenLines(text)];
}

/** The page hung or crashed while this row was among those being drawn; which one caused it is not known. */
const drawAgain = (row: Row, context: Context): HTMLElement =>
  actButton(say('drawAgain'), 'link', () => context.bridge.call('drawAgain', ofRow(row)));

function bodyOf(row: Row, context: Context): HTMLElement[] {
  if (row.plain !== undefined) return asItCame(row.plain, drawAgain(row, context));
  const nodes = blockNodes(row, context);
  if (row.level) nodes.unshift(levelNotice(row.level));
  if (row.hold) nodes.unshift(holdLine(row, row.hold, context));
  if (row.question) nodes.push(questionCard(row, row.question, context));
  if (row.kind === 'raw' && row.raw) {
    const { json, kind, version } = row.raw;
    nodes.push(
      card(
        [el('span', 'elide', say('rawEvent', kind, version))],
        codeText(json.slice(0, 200_000)),
        'braces',
        copyButton(() => json, context),
      ),
    );
  }
  if (row.speaker.lookalike) nodes.push(lookalikeNotice(row.speaker.lookalike));
  if (row.undelivered) nodes.push(undeliveredNotice(row, context));
  for (const annotation of row.annotations ?? []) nodes.push(annotationNotice(annotation));
  return nodes;
}

/** A message that cannot be drawn fails alone, not with the page. */
function safeBody(row: Row, context: Context): HTMLElement[] {
  try {
    return bodyOf(row, context);
  } catch {
    return asItCame(JSON.stringify(row.question ?? row.blocks, null, 2).slice(0, 20_000));
  }
}

function articleLabel(row: Row): string {
  const name = speakerName(row.speaker);
  const to = recipientWords(row.recipients);
  if (row.untimed) return to ? say('articleToUntimed', name, to) : name;
  return to ? say('articleTo', name, to, clockTime(row.time)) : say('article', name, clockTime(row.time));
}

/** What "copy" takes from a message. */
const copiedTexts = (row: Row): CopiedTexts => ({ markdown: () => writtenText(row), plain: () => readText(row) });

/** Reaching a message by key, with nothing selected, copies all of it. */
function copyByKey(event: KeyboardEvent, row: Row, context: Context): void {
  if (letterOf(event) !== 'c' || event.shiftKey || !window.getSelection()?.isCollapsed) return;
  event.preventDefault();
  if (!copyPlain(row, context, copiedTexts(row))) return;
  context.tell(say('copied'));
  flash((event.currentTarget as Element).closest('.entry'));
}

function armArticle(article: HTMLElement, row: Row, context: Context, time: HTMLElement): void {
  let actions: HTMLElement | null = null;
  const showActions = (): void => {
    if (actions) return;
    actions = messageActions(row, context, copiedTexts(row));
    time.before(actions);
  };
  article.addEventListener('pointerenter', showActions);
  article.addEventListener('focusin', showActions);
  onTrusted(article, 'click', (event) => {
    const isControl =
      event.target instanceof Element &&
      event.target.closest('button, a, input, textarea, select, label, audio, video');
    if (isControl || !window.getSelection()?.isCollapsed) return;
    context.bridge.call('choose', ofRow(row));
  });
  onTrusted(article, 'keydown', (event) => {
    if (event.target !== article || event.altKey || event.metaKey) return;
    if (event.ctrlKey) copyByKey(event, row, context);
    else if (event.key === 'Enter') context.bridge.call('choose', ofRow(row));
    else if (letterOf(event) === 'm' && !event.shiftKey) toggleKept(row, context);
    else if (/^[1-9]$/.test(event.key))
      article.querySelector('.askcard')?.dispatchEvent(new CustomEvent('choose', { detail: Number(event.key) }));
  });
}

/** What a header would show at its end, if there is none. */
function lineLessMeta(row: Row): HTMLElement {
  return el('div', row.kept ? 'conttime keeps' : 'conttime', keptMark(row), timeLabel(row));
}

/** Cards have their own content in the corner for the time and the actions: those overlap the edge. */
const isCard = (part: Element | null): boolean =>
  part !== null && (!part.classList.contains('prose') || part.firstElementChild?.classList.contains('box') === true);
const beginsWithACard = (body: readonly HTMLElement[]): boolean => isCard(body[0] ?? null);

function article(row: Row, around: Surroundings, context: Context): HTMLElement {
  const rail = el('div', 'rail');
  const content = el('div', 'c');
  const classes = ['msg'];
  if (around.continuation) classes.push('cont');
  if (row.seq === context.selected) classes.push('sel');
  const made = el('article', classes.join(' '), rail);
  made.tabIndex = -1;
  made.setAttribute('aria-label', articleLabel(row));
  made.setAttribute('aria-posinset', String(row.ordinal + 1));
  const body = safeBody(row, context);
  const isNobody = row.speaker.key === '' && row.speaker.name === '';
  if (around.continuation || isNobody) {
    made.append(el('span'), content);
    (beginsWithACard(body) ? made : content).append(lineLessMeta(row));
  } else {
    drawRail(rail, row, context);
    made.append(avatar(row.speaker, context.initialsOf(row.speaker.key, row.speaker.name)), content);
    content.append(header(row, context));
  }
  content.append(...body);
  armArticle(
    made,
    row,
    context,
    made.querySelector(':scope > .conttime time, .c > .conttime time, .mh time') as HTMLElement,
  );
  return made;
}

function core(row: Row, around: Surroundings, context: Context): HTMLElement {
  if (row.kind === 'round' && row.round) return roundLine(row.round);
  if (row.kind === 'notice' && row.notice) return noticeLine(row.notice, row, context);
  return article(row, around, context);
}

function privateWords(row: Row): string {
  if (!row.privateEnd) return '';
  return row.privateEnd.after > 0
    ? say('privateEndAfter', row.privateEnd.reason, durationText(row.privateEnd.after))
    : row.privateEnd.reason;
}

/** What a row shows of the team: the speaker's initials, and the recipients' colours. */
export function looksOf(row: Row, context: Context): string {
  return JSON.stringify([
    context.initialsOf(row.speaker.key, row.speaker.name),
    row.recipients.map((recipient) => context.hueOfLane(recipient.lane)),
  ]);
}

/** One row of the channel with what its neighbours make it carry: day, private band. */
export class RenderedRow implements RowView {
  readonly element: HTMLElement;
  readonly ordinal: number;
  readonly looks: string;
  private readonly context: Context;

  constructor(
    readonly row: Row,
    readonly surroundings: Surroundings,
    page: Context,
  ) {
    this.context = contextOf(row, page);
    this.context.drawing();
    const { context } = this;
    this.ordinal = row.ordinal;
    this.looks = looksOf(row, context);
    this.element = el('div', 'entry', surroundings.day ? dayLine(row.time) : null);
    this.element.dataset.ordinal = String(row.ordinal);
    const inner = core(row, surroundings, context);
    this.element.append(row.private ? this.band(inner) : inner);
  }

  setSelected(isSelected: boolean): void {
    this.element.querySelector('.msg')?.classList.toggle('sel', isSelected);
    this.redrawRail();
  }

  /** Chosen in its menu. */
  perform(deed: TextDeed): void {
    const article = this.element.querySelector('article');
    if (!article) return;
    const texts = copiedTexts(this.row);
    if (deed === 'written') toggleWritten(this.row, this.context);
    else copyMessage(this.row, deed === 'copyMarkdown' ? texts.markdown : texts.plain, this.context.bridge);
  }

  leave(): void {
    this.context.toolResults.leave(this.row.seq);
    this.context.diagrams.leave(this.element);
    this.context.pictures.leave(this.element);
  }

  redrawRail(): void {
    const rail = this.element.querySelector<HTMLElement>('.msg > .rail.drawn');
    if (rail) drawRail(rail, this.row, this.context);
  }

  private band(inner: HTMLElement): HTMLElement {
    const { row, surroundings } = this;
    const band = el('div', 'private');
    band.classList.toggle('first', surroundings.privateStart);
    band.classList.toggle('last', surroundings.privateStop);
    if (surroundings.privateStart && row.private) band.append(privateHead(row.private.with));
    band.append(inner);
    if (surroundings.privateStop)
      band.append(
        privateFoot(privateWords(row), () =>
          this.context.bridge.call('action', { ...ofRow(row), name: 'openPrivateChannel' }),
        ),
      );
    return band;
  }
}
