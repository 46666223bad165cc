import { actButton, el, onTrusted } from '../dom';
import { addressTitleCap } from '../safety/caps';
import { checkLink, hostPlace, type LinkFlag } from '../safety/links';
import { visibleText } from '../safety/visible_text';
import { say, type WordKey } from '../words';
import type { Context } from './context';
import { copyingWords } from './header';
import { icon } from './icons';
import { toggleBox } from './link_boxes';

const reasons: Record<LinkFlag, WordKey> = {
  otherHost: 'linkOtherHost',
  otherAddress: 'linkOtherAddress',
  moreRecipients: 'linkMoreRecipients',
  mixedScripts: 'linkMixedScripts',
  encodedName: 'linkEncodedName',
  userInfo: 'linkUserInfo',
  ipAddress: 'linkIpAddress',
  local: 'linkLocal',
};

/** With its host in bold. */
function realAddress(address: string): HTMLElement {
  const place = hostPlace(address);
  if (!place) return el('dd', '', ...visibleText(address));
  const { from, to } = place;
  const host = el('b', '', ...visibleText(address.slice(from, to)));
  return el('dd', '', ...visibleText(address.slice(0, from)), host, ...visibleText(address.slice(to)));
}

/** "It says, it goes to, why": shown instead of following a link that is not what it seems. */
function warning(text: string, address: string, says: string, flags: LinkFlag[], context: Context): HTMLElement {
  const list = el(
    'dl',
    'linkbox',
    el('dt', '', say('linkSays')),
    el('dd', '', ...visibleText(says)),
    el('dt', '', say('linkGoes')),
    realAddress(address),
    el('dt', '', say('linkWhy')),
    el('dd', 'plain', flags.map((flag) => say(reasons[flag])).join(' · ')),
  );
  const buttons = el(
    'div',
    'row',
    copyingWords(say('copyAddress'), 'btn small', () => context.bridge.call('copyText', { text: address })),
    actButton(say('openAnyway'), 'btn small flat', () => context.bridge.call('openLink', { address, text })),
  );
  const title = flags.includes('otherHost') || flags.includes('otherAddress') ? say('linkLies') : say('linkUnusual');
  return el('div', 'notice tall', icon('shield-alert', 'normal'), el('div', 'grow', el('b', '', title), list, buttons));
}

/** A click on a link asks the application; a suspicious one first shows where it goes. */
export function armLink(link: HTMLAnchorElement, written: string | undefined, context: Context): void {
  const address = link.getAttribute('href') ?? '';
  const text = link.textContent ?? '';
  const { says, flags } = checkLink(text, address, written);
  link.title = address.length > addressTitleCap ? `${address.slice(0, addressTitleCap)}…` : address;
  link.draggable = false;
  if (flags.length) link.classList.add('suspect');
  const follow = (event: MouseEvent): void => {
    event.stopPropagation();
    if (flags.length === 0) context.bridge.call('openLink', { address, text });
    else toggleBox(link, () => warning(text, address, says, flags, context));
  };
  onTrusted(link, 'click', follow);
  link.addEventListener('auxclick', (event) => event.preventDefault());
  // A button inside it keeps its click to itself.
  link.addEventListener('click', (event) => event.preventDefault(), true);
}
