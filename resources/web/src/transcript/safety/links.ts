// What a link says against where it goes. Opening is up to the application: this only decides what is drawn.

import { hostsNamedIn, mailAddressesIn, plainHost } from './named_hosts';

export type LinkFlag =
  'otherHost' | 'otherAddress' | 'moreRecipients' | 'mixedScripts' | 'encodedName' | 'userInfo' | 'ipAddress' | 'local';

export interface LinkCheck {
  says: string;
  host: string;
  flags: LinkFlag[];
}

const openable = /^(?:https?|mailto):/i;

/** Only these become links; any other address stays text. */
export const isOpenable = (address: string): boolean => openable.test(address.trim());

// The same rules as link_check.cpp's, which decides; tests/data/links.json holds them together.
function hasMixedScripts(label: string): boolean {
  const scripts = [
    /\p{Script=Latin}/u,
    /\p{Script=Cyrillic}/u,
    /\p{Script=Greek}/u,
    /\p{Script=Armenian}/u,
    /\p{Script=Cherokee}/u,
    /\p{Script=Hebrew}/u,
  ];
  return scripts.filter((script) => script.test(label)).length > 1;
}

const isIp = (host: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || host.startsWith('[');
const isLocal = (host: string): boolean =>
  /^(?:.*\.)?localhost\.?$/.test(host) || /^127\./.test(host) || ['[::1]', '[::]', '0.0.0.0'].includes(host);

/** The application refuses anything in a mail besides a subject and a text. */
function checkMail(text: string, url: URL): LinkCheck {
  const flags: LinkFlag[] = [];
  const receivers = decodeURIComponentSafe(url.pathname)
    .toLowerCase()
    .split(',')
    .map((receiver) => receiver.trim());
  const hosts = receivers.map((receiver) => plainHost(receiver.slice(receiver.lastIndexOf('@') + 1)));
  const other =
    mailAddressesIn(text).find((named) => !receivers.includes(named)) ??
    hostsNamedIn(text, undefined).find((named) => !hosts.includes(named));
  if (other !== undefined) flags.push('otherAddress');
  if ([...url.searchParams.keys()].some((name) => /^(?:b?cc|to)$/i.test(name))) flags.push('moreRecipients');
  return { says: other ?? text, host: '', flags };
}

/** `written` is the address as in the message, before an encoder changed its letters. */
export function checkLink(text: string, address: string, written = address): LinkCheck {
  const flags: LinkFlag[] = [];
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return { says: text, host: '', flags: ['otherHost'] };
  }
  if (url.protocol === 'mailto:') return checkMail(text, url);
  const host = url.hostname.toLowerCase();
  const other = hostsNamedIn(text, url).find((named) => named !== plainHost(host));
  if (other !== undefined) flags.push('otherHost');
  const writtenHost = decodeURIComponentSafe(written)
    .replace(/^[a-z]+:\/\//i, '')
    .split(/[/?#]/)[0];
  if (writtenHost.split('.').some(hasMixedScripts)) flags.push('mixedScripts');
  if (host.split('.').some((label) => label.startsWith('xn--'))) flags.push('encodedName');
  if (url.username || url.password) flags.push('userInfo');
  if (isLocal(host)) flags.push('local');
  else if (isIp(host)) flags.push('ipAddress');
  return { says: other ?? text, host, flags };
}

/** Where the host is in an address, from and to: after any user name and @, without the port. */
export function hostPlace(address: string): { from: number; to: number } | undefined {
  const scheme = /^https?:[\\/]*/i.exec(address)?.[0];
  if (scheme === undefined) return undefined;
  const authority = /^[^\\/?#]*/.exec(address.slice(scheme.length))?.[0] ?? '';
  const before = authority.lastIndexOf('@') + 1;
  const host = /^(?:\[[^\]]*\]|[^:]*)/.exec(authority.slice(before))?.[0] ?? '';
  const from = scheme.length + before;
  return host ? { from, to: from + host.length } : undefined;
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
