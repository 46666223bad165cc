// Everything in a link's text that a reader could take for its target's name, wherever it is among words and however it is written. The
// same rules as ui/transcript/link_check.cpp's, which decide; tests/data/links.json holds them together. Takes time linear in the text.

/** No top level domain has this name: nobody can have such a host. */
const fileEndings = new Set(
  (
    'bat c bin cfg conf cpp css csv dll docx exe gif go gz h hpp htm html ini ipynb java jpeg jpg js json jsonl jsx kt lock log lua o pdf ' +
    'php png pptx rb sql svg tar tex toml ts tsx txt wav webp xlsx xml yaml yml'
  ).split(' '),
);

const cjk = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
const edge = new RegExp(`([${cjk}])(?=[^.${cjk}])|([^.${cjk}])(?=[${cjk}])`, 'gu');
const run = /[\p{L}\p{N}\p{M}_.-]+/gu;
const way = /(?::[0-9]+)?[/?#]/uy;
const user = /@[\p{L}\p{N}]/uy;

/** What looks like a dot between letters of an alphabet used for host names. */
const dots =
  '\\u{B7}\\u{660}\\u{6F0}\\u{701}\\u{702}\\u{2024}\\u{3002}\\u{30FB}\\u{A4F8}\\u{A60E}\\u{FF0E}\\u{10A50}\\u{1D16D}';
const besideDot = '[0-9\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]';
const dot = new RegExp(`(?<=${besideDot})[${dots}](?=${besideDot})`, 'gu');

/** A Braille letter without dots: it may look like nothing, a dot or a blank. */
const empty = '\u2800';

/** One spelling for what looks the same: full width, ligatures, invisible characters, dot lookalikes. */
const plainWriting = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(dot, '.');

function isHostName(word: string): boolean {
  if (word === 'localhost') return true;
  const labels = word.split('.');
  if (labels.length < 2 || labels.includes('')) return false;
  if (labels.length === 4 && labels.every((label) => /^[0-9]{1,3}$/.test(label) && Number(label) <= 255)) return true;
  const last = labels[labels.length - 1];
  return [...last].length > 1 && /^\p{L}/u.test(last) && !fileEndings.has(last);
}

function trimmed(word: string): string {
  let begin = 0;
  let end = word.length;
  while (begin < end && '.-_'.includes(word[begin])) begin += 1;
  while (end > begin && '.-_'.includes(word[end - 1])) end -= 1;
  return word.slice(begin, end);
}

/** Names in a Chinese, Japanese or Korean sentence have no blanks around them. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/\.{2,}/g, ' ')
    .replace(edge, '$1$2 ')
    .split(' ')
    .map(trimmed);

/** In punycode, without "www." and a trailing dot. */
export function plainHost(host: string): string {
  const name = host.replace(/\.$/, '').replace(/^www\./, '');
  try {
    return new URL(`http://${name}`).hostname;
  } catch {
    return name; // which no host can have: it differs from the real one
  }
}

function pathOf(target: URL | undefined): Set<string> {
  let path = target?.pathname ?? '';
  try {
    path = decodeURIComponent(path);
  } catch {
    /* as it was written */
  }
  return new Set(plainWriting(path).split('/'));
}

function isFollowedBy(text: string, what: RegExp, place: number): boolean {
  what.lastIndex = place;
  return what.test(text);
}

/** What is between two blanks. */
function hostsOfToken(token: string, path: Set<string>): string[] {
  const hosts: string[] = [];
  let isPath = false;
  for (const match of token.matchAll(run)) {
    const end = (match.index as number) + match[0].length;
    if (isFollowedBy(token, user, end)) continue;
    let isAfterScheme = token.slice(Math.max(0, end - match[0].length - 3), end - match[0].length) === '://';
    let isLastHost = false;
    for (const word of wordsOf(match[0])) {
      isLastHost = isHostName(word) || (isAfterScheme && word !== '');
      isAfterScheme = false;
      if (isLastHost && !(isPath && path.has(word))) hosts.push(plainHost(word));
    }
    if (!isLastHost) isPath ||= token[end] === '/';
    else if (!isPath && isFollowedBy(token, way, end)) return hosts; // what follows is the path of that host
  }
  return hosts;
}

export function hostsNamedIn(text: string, target: URL | undefined): string[] {
  const path = pathOf(target);
  const readings = text.includes(empty) ? ['', '.', ' '].map((read) => text.replaceAll(empty, read)) : [text];
  return readings.flatMap((reading) =>
    plainWriting(reading)
      .split(/\s+/u)
      .flatMap((token) => hostsOfToken(token, path)),
  );
}

/** "support@bank.example", in lower case. */
export function mailAddressesIn(text: string): string[] {
  const words = plainWriting(text)
    .split(/[\s<>"'()[\],;:\u201c\u201d\u201e\u2018\u2019]+/u)
    .map(trimmed);
  return words.filter((word) => word.indexOf('@') > 0 && word.indexOf('@') + 1 < word.length);
}
