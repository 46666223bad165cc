import type { Annotation, Hold, Notice, Row } from '../contract';
import { actButton, el, onTrusted } from '../dom';
import { visibleParts, shownText, visibleText } from '../safety/visible_text';
import { dayText, say } from '../words';
import type { Context } from './context';
import { timeLabel } from './header';
import { icon } from './icons';
import { saidAround } from './said';
import type { IconName } from './icon_shapes';
import { ofRow } from '../rows_of';

const noticeIcons: Record<Notice['icon'], IconName> = {
  lock: 'lock',
  globe: 'globe',
  hand: 'hand',
  pause: 'pause',
  play: 'play',
  stop: 'square',
  alert: 'triangle-alert',
  info: 'info',
  check: 'circle-check',
};

/** Other people's words in it keep their own direction. */
function sentence({ text, said = '' }: Pick<Notice, 'text' | 'said'>): Node[] {
  const at = said ? text.lastIndexOf(said) : -1;
  if (at < 0) return visibleParts(text);
  return [
    ...visibleText(text.slice(0, at)),
    el('span', 'said', ...visibleParts(said)),
    ...visibleText(text.slice(at + said.length)),
  ];
}

/** A switch or an event of the run: one line with an icon and its time. */
export function noticeLine(notice: Notice, row: Row, context: Context): HTMLElement {
  const line = el('span', 'row', icon(noticeIcons[notice.icon] ?? 'info', 's'), el('span', '', ...sentence(notice)));
  const rest = el('i');
  // Beside the words: it is not part of what is copied.
  if (notice.retry && !context.isReplay) {
    const act = (name: 'tryAgain' | 'chooseConnection'): HTMLElement =>
      actButton(say(name), 'btn small', () => context.bridge.call('action', { ...ofRow(row), name }));
    rest.className = 'ways';
    rest.append(act('tryAgain'), act('chooseConnection'));
  }
  return el('div', `sysline ${notice.tone}`, el('span'), line, rest, timeLabel(row));
}

export function roundLine(round: { number: number; roles: number }): HTMLElement {
  let words = say('round', round.number);
  if (round.roles === 1) words = say('roundOne', round.number);
  else if (round.roles > 1) words = say('roundMany', round.number, round.roles);
  return el('div', 'roundsep', el('span'), el('span', '', words), el('i'));
}

export const dayLine = (time: number): HTMLElement =>
  el('div', 'daysep', el('span'), el('span', '', dayText(time, 'dayLong')), el('i'));

function box(tone: string, iconName: IconName, title: string, text: string, ...rest: Node[]): HTMLElement {
  return el(
    'div',
    `notice ${tone}`,
    icon(iconName, 'normal'),
    el('span', 'grow', el('b', '', title), ' ', el('span', 'said', ...visibleParts(text))),
    ...rest,
  );
}

export function undeliveredNotice(row: Row, context: Context): HTMLElement {
  const unknown = row.recipients
    .filter((recipient) => recipient.kind === 'unknown')
    .map((recipient) => recipient.name)
    .join(', ');
  const text = unknown ? say('undeliveredWhy', unknown) : say('undeliveredNobody');
  const buttons =
    context.isReplay || row.imported
      ? []
      : [actButton(say('sendTo'), 'btn small', () => context.bridge.call('action', { ...ofRow(row), name: 'sendTo' }))];
  return box('danger', 'triangle-alert', say('undelivered'), text, ...buttons);
}

/** Above the words of a message that waits for the person, or did. */
export function holdLine(row: Row, hold: Hold, context: Context): HTMLElement {
  const line = el('div', 'holdline', icon('hand', 's'), el('span', 'grow', ...sentence(hold)));
  if (hold.waits && !context.isReplay && !row.imported) {
    const decide = actButton(say('decide'), 'btn small', () =>
      context.bridge.call('action', { ...ofRow(row), name: 'decideHeld' }),
    );
    decide.title = say('decideHeldWhy');
    line.append(decide);
  }
  return line;
}

/** Above what a program told the person as a warning, or as an error. */
export function levelNotice(level: 'warning' | 'error'): HTMLElement {
  const isError = level === 'error';
  return el(
    'div',
    isError ? 'notice danger' : 'notice warning',
    icon('triangle-alert', 'normal'),
    el('b', '', say(isError ? 'levelError' : 'levelWarning')),
  );
}

export function lookalikeNotice(name: string): HTMLElement {
  return el(
    'div',
    'notice danger',
    icon('triangle-alert', 'normal'),
    el('span', 'grow', ...visibleText(say('notReally', name))),
  );
}

export function annotationNotice(annotation: Annotation): HTMLElement {
  const isMistake = annotation.kind === 'mistake';
  const notice = box(
    isMistake ? 'danger' : 'plain',
    isMistake ? 'triangle-alert' : 'info',
    isMistake ? say('mistake') : say('note'),
    annotation.text,
  );
  // On its own: after right-to-left text it would appear at the beginning of that.
  if (annotation.by)
    notice.append(
      ' ',
      el('bdi', 'by', '(', ...saidAround('annotatedBy', el('bdi', '', ...visibleText(annotation.by))), ')'),
    );
  notice.dataset.mark = 'annotation';
  return notice;
}

/** Words that are cut if they do not fit. */
function titled(words: string): HTMLElement {
  const made = el('span', '', ...visibleText(words));
  made.title = shownText(words);
  return made;
}

/** The line that opens a private passage. */
export function privateHead(name: string): HTMLElement {
  return el(
    'div',
    'pvh',
    el('span', 'lk', icon('lock', 's')),
    el('span', 'row', el('b', '', say('privateHead')), titled(say('privateWith', name))),
  );
}

/** The line that closes it: why it ended, how long it took, and a way to see only it. */
export function privateFoot(words: string, act: () => void): HTMLElement {
  const open = el('button', 'link', say('openAsChannel'));
  open.type = 'button';
  onTrusted(open, 'click', (event) => {
    event.stopPropagation();
    act();
  });
  return el('div', 'pvf', el('span'), el('span', 'row', titled(words), el('span', 'grow'), open));
}
