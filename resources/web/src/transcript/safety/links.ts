// What a link says against where it goes. Opening is the application's: this only decides what is drawn.

export type LinkFlag = 'otherHost' | 'mixedScripts' | 'encodedName' | 'userInfo' | 'ipAddress' | 'local';

export interface LinkCheck { says: string; host: string; flags: LinkFlag[] }

const openable = /^(?:https?|mailto):/i;

/** Only these become links; any other address stays text. */
export const isOpenable = (address: string): boolean => openable.test(address.trim());

const hostInText = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^\s/@]+@)?((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*)(?::\d+)?(?:[/?#]|$)/iu;

/** The host a text names, if it looks like an address. */
export function hostNamedIn(text: string): string | undefined {
  const match = hostInText.exec(text.trim());
  return match ? match[1].toLowerCase() : undefined;
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');

// The same rules as link_check.cpp's, which decides; tests/data/links.json holds them together.
function hasMixedScripts(label: string): boolean {
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u, /\p{Script=Hebrew}/u];
  return scripts.filter((script) => script.test(label)).length > 1;
}

const isIp = (host: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) || host.startsWith('[');
const isLocal = (host: string): boolean => /^(?:.*\.)?localhost\.?$/.test(host) || /^127\./.test(host) || ['[::1]', '[::]', '0.0.0.0'].includes(host);

/** `written` is the address as the message has it, before an encoder has changed its letters. */
export function checkLink(text: string, address: string, written = address): LinkCheck {
  const flags: LinkFlag[] = [];
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return { says: text, host: '', flags: ['otherHost'] };
  }
  if (url.protocol === 'mailto:') return { says: text, host: '', flags };
  const host = url.hostname.toLowerCase();
  const named = hostNamedIn(text);
  if (named !== undefined) {
    let namedAscii = named;
    try {
      namedAscii = new URL(`http://${named}`).hostname;
    } catch { /* a name no host can have: it differs from the real one below */ }
    if (withoutWww(namedAscii) !== withoutWww(host)) flags.push('otherHost');
  }
  const writtenHost = decodeURIComponentSafe(written).replace(/^[a-z]+:\/\//i, '').split(/[/?#]/)[0];
  if (writtenHost.split('.').some(hasMixedScripts)) flags.push('mixedScripts');
  if (host.split('.').some((label) => label.startsWith('xn--'))) flags.push('encodedName');
  if (url.username || url.password) flags.push('userInfo');
  if (isLocal(host)) flags.push('local');
  else if (isIp(host)) flags.push('ipAddress');
  return { says: named ?? text, host, flags };
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
