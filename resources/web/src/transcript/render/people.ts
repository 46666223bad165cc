import type { Recipient, Row, Speaker } from '../contract';
import { el } from '../dom';
import { lookalikeName, shownLookalike, shownText, visibleText } from '../safety/visible_text';
import { say } from '../words';
import { fillColour, hueOf, lineColour, nameColour, onFillColour } from './colours';
import { icon } from './icons';

const shownRecipients = 3;
const shortName = 5; // letters that are never cut: the chip would be no shorter

/** The speaker as read out or copied: invisible parts of the name, and whom it imitates, are spelled out, too. */
export function speakerName({ person, name, lookalike }: Speaker): string {
  if (person) return say('youName');
  return lookalike ? `${shownLookalike(name)} (${say('looksLike', shownText(lookalike))})` : shownText(name);
}

/** The name is given beside it. */
export function avatar(speaker: Speaker, initials: string): HTMLElement {
  const box = avatarBox(speaker, initials);
  box.setAttribute('aria-hidden', 'true');
  return box;
}

function avatarBox(speaker: Speaker, initials: string): HTMLElement {
  if (speaker.lookalike) return el('span', 'av stranger', '?');
  if (speaker.person) return el('span', 'av you', icon('user', 's'));
  const hue = hueOf(speaker);
  const box = el('span', 'av', initials);
  box.style.background = fillColour(hue);
  box.style.color = onFillColour(hue);
  if (speaker.leader) box.append(el('span', 'lead', icon('ship-wheel')));
  return box;
}

export function nameLabel(speaker: Speaker): HTMLElement {
  const nodes = speaker.lookalike
    ? lookalikeName(speaker.name)
    : visibleText(speaker.person ? say('youName') : speaker.name);
  const label = el('span', 'who', ...nodes);
  label.style.color = nameColour(hueOf(speaker));
  return label;
}

export function lookalikeChip(name: string): HTMLElement {
  const chip = el(
    'span',
    'imp',
    icon('shield-alert', 'xs'),
    el('span', 'elide', ...visibleText(say('looksLike', name))),
  );
  chip.title = say('looksLike', shownText(name));
  return chip;
}

function chip(recipient: Recipient, isPrivate: boolean, hueOfLane: (lane: number) => number): HTMLElement {
  if (recipient.kind === 'everyone') return chipOf('chip whole', icon('users', 'xs'), say('everyone'));
  if (recipient.kind === 'unknown') return chipOf('chip bad', icon('x', 'xs'), ...visibleText(recipient.name));
  const name = recipient.kind === 'you' ? [say('you')] : visibleText(recipient.name);
  const whole = recipient.kind === 'you' || recipient.name.length <= shortName ? ' whole' : '';
  if (isPrivate) return chipOf(`chip priv${whole}`, icon('lock', 'xs'), ...name);
  if (recipient.kind === 'you') return chipOf('chip toyou whole', null, ...name);
  const square = el('i');
  square.style.background = lineColour(hueOfLane(recipient.lane));
  return chipOf(`chip${whole}`, square, ...name);
}

function chipOf(className: string, sign: Node | null, ...name: (Node | string)[]): HTMLElement {
  return el('span', className, sign, el('span', 'elide', ...name));
}

/** The arrow and the recipients' chips: at most three, otherwise two and how many more. */
export function recipientChips(row: Pick<Row, 'recipients' | 'private'>, hueOfLane: (lane: number) => number): Node[] {
  const { recipients } = row;
  if (recipients.length === 0) return [];
  const shown = recipients.length > shownRecipients ? recipients.slice(0, shownRecipients - 1) : recipients;
  const chips = shown.map((recipient) => chip(recipient, Boolean(row.private), hueOfLane));
  if (shown.length < recipients.length) {
    const more = el('span', 'chip whole', say('moreRecipients', recipients.length - shown.length));
    more.title = recipients
      .slice(shown.length)
      .map((recipient) => shownText(recipient.name))
      .join(', ');
    chips.push(more);
  }
  return [el('span', 'arrow', icon('arrow-right', 's')), ...chips];
}

export function recipientWords(recipients: Recipient[]): string {
  return recipients
    .map((recipient) => {
      if (recipient.kind === 'everyone') return say('everyone');
      return recipient.kind === 'you' ? say('you') : shownText(recipient.name);
    })
    .join(', ');
}
