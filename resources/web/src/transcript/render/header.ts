import type { Row } from '../contract';
import { copyMessage } from '../copy/message_text';
import { actButton, el, onTrusted } from '../dom';
import { visibleText } from '../safety/visible_text';
import { clockTime, clockTimeSeconds, dayText, durationText, say, shortCount } from '../words';
import type { Context } from './context';
import { icon } from './icons';
import type { IconName } from './icon_shapes';
import { keepFitted } from './header_fit';
import { lookalikeChip, nameLabel, recipientChips } from './people';
import { ofRow } from '../rows_of';

export function timeLabel(row: Row): HTMLTimeElement {
  const { time } = row;
  if (row.untimed) return el('time', 'num');
  const label = el('time', 'num', clockTime(time));
  label.dateTime = new Date(time).toISOString();
  label.addEventListener(
    'pointerenter',
    () => {
      label.title = `${dayText(time, 'dayLong')}, ${clockTimeSeconds(time)}`;
    },
    { once: true },
  );
  return label;
}

function tokensLabel(row: Row): HTMLElement | null {
  if (row.tokens === undefined || row.tokens <= 0) return null;
  const label = el('span', 'tok', say('tokens', shortCount(row.tokens)));
  const parts = [row.model, row.duration === undefined ? undefined : durationText(row.duration)].filter(
    (part): part is string => Boolean(part),
  );
  if (parts.length) label.title = parts.join(' · ');
  return label;
}

/** Beside the time of a message that the person marked. */
export function keptMark(row: Row): HTMLElement | null {
  if (!row.kept) return null;
  const mark = el('span', 'kept', icon('bookmark', 's'));
  mark.title = say('keptWhy');
  mark.setAttribute('role', 'img');
  mark.setAttribute('aria-label', say('kept'));
  return mark;
}

/** Marks a message to be kept in the agents' memory, or releases it. */
export function toggleKept(row: Row, context: Context): void {
  if (mayBeKept(row, context)) context.bridge.call('action', { ...ofRow(row), name: row.kept ? 'letGo' : 'keep' });
}

export const mayBeKept = (row: Row, context: Context): boolean => Boolean(row.keepable) && !context.isReplay;

export const mayBeRepliedTo = (row: Row, context: Context): boolean =>
  !context.isReplay && !row.imported && !row.speaker.person && row.speaker.lane > 0;

function keepButton(row: Row, context: Context): HTMLElement {
  const button = iconButton('bookmark', say(row.kept ? 'letGo' : 'keep'), () => toggleKept(row, context));
  button.setAttribute('aria-pressed', String(Boolean(row.kept)));
  button.setAttribute('aria-keyshortcuts', 'm');
  return button;
}

/** The first line of a message: who, to whom, why, when. */
export function header(row: Row, context: Context): HTMLElement {
  const line = el('div', 'mh', nameLabel(row.speaker));
  if (row.speaker.lookalike) line.append(lookalikeChip(row.speaker.lookalike));
  if (row.speaker.profile) line.append(el('span', 'prof', ...visibleText(row.speaker.profile)));
  line.append(...recipientChips(row, (lane) => context.hueOfLane(lane)));
  const meta = el('span', 'mm');
  if (row.cause) meta.append(el('span', 'mono cause', ...visibleText(row.cause)));
  const tokens = tokensLabel(row);
  if (tokens) meta.append(tokens);
  const kept = keptMark(row);
  if (kept) meta.append(kept);
  meta.append(timeLabel(row));
  line.append(meta);
  keepFitted(line);
  return line;
}

/** A button that shows only an icon. */
export function iconButton(name: IconName, label: string, act: () => void): HTMLButtonElement {
  const button = el('button', 'btn icon flat small', icon(name, 's'));
  button.type = 'button';
  button.title = label;
  button.setAttribute('aria-label', label);
  onTrusted(button, 'click', (event) => {
    event.stopPropagation();
    act();
  });
  return button;
}

const copiedFor = 1_200;

/** A button that copies, and briefly says so; `copy` is false if nothing was handed over. */
export function copyingButton(name: IconName, label: string, copy: () => boolean, context: Context): HTMLButtonElement {
  const button = iconButton(name, label, () => {
    if (!copy()) return;
    button.replaceChildren(icon('check', 's'));
    window.setTimeout(() => button.replaceChildren(icon(name, 's')), copiedFor);
    context.tell(say('copied'));
  });
  return button;
}

/** The same with words on it, which are briefly replaced. */
export function copyingWords(label: string, className: string, copy: () => void): HTMLButtonElement {
  const button = actButton(label, className, () => {
    copy();
    button.textContent = say('copied');
    window.setTimeout(() => {
      button.textContent = label;
    }, copiedFor);
  });
  return button;
}

/** Whether the person wants to see a message as it was written. */
export const isWritten = (row: Row, context: Context): boolean => context.folds.get(`written.${row.seq}`, false);

export function toggleWritten(row: Row, context: Context): void {
  context.folds.set(`written.${row.seq}`, !isWritten(row, context));
  context.redraw(row);
}

function writtenButton(row: Row, context: Context): HTMLElement {
  const isOn = isWritten(row, context);
  const button = iconButton('pilcrow', say(isOn ? 'showRendered' : 'showWritten'), () => toggleWritten(row, context));
  button.setAttribute('aria-pressed', String(isOn));
  return button;
}

/** What "copy" takes: the texts as written, or as displayed. */
export interface CopiedTexts {
  markdown(): string;
  plain(): string;
}

/** Reply, keep, copy, copy several, raw, link: created when the pointer or the focus is on the message. */
export function messageActions(row: Row, context: Context, texts: CopiedTexts): HTMLElement {
  const bar = el('span', 'acts');
  if (mayBeRepliedTo(row, context))
    bar.append(
      iconButton('reply', say('reply'), () => context.bridge.call('action', { ...ofRow(row), name: 'reply' })),
    );
  if (row.blocks.some((block) => block.type === 'text')) bar.append(writtenButton(row, context));
  if (mayBeKept(row, context)) bar.append(keepButton(row, context));
  bar.append(
    copyingButton('copy', say('copyMarkdown'), () => copyMessage(row, texts.markdown, context.bridge), context),
    plainButton(row, context, texts),
    iconButton('copy-plus', say('copyFrom'), () => context.bridge.call('action', { ...ofRow(row), name: 'copyFrom' })),
    iconButton('braces', say('raw'), () => context.bridge.call('action', { ...ofRow(row), name: 'raw' })),
    copyingButton('link', say('copyLink'), () => copyLink(row, context), context),
  );
  return bar;
}

function copyLink(row: Row, context: Context): boolean {
  context.bridge.call('action', { ...ofRow(row), name: 'copyLink' });
  return true;
}

/** Its key does so, too: as text, like a selection. */
export function copyPlain(row: Row, context: Context, texts: CopiedTexts): boolean {
  return copyMessage(row, texts.plain, context.bridge);
}

function plainButton(row: Row, context: Context, texts: CopiedTexts): HTMLButtonElement {
  const button = copyingButton('clipboard-type', say('copyPlain'), () => copyPlain(row, context, texts), context);
  button.setAttribute('aria-keyshortcuts', 'Control+C');
  return button;
}
