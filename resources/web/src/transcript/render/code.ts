import hljs from 'highlight.js/lib/common';
import { el, onTrusted } from '../dom';
import { codeParts, nestsDeeply } from '../markdown/code_parts';
import { highlightCap } from '../safety/caps';
import { cleanHighlight } from '../safety/sanitise';
import { hasSequences, terminalText } from '../safety/terminal';
import { showHidden, shownText, visibleParts, visibleText } from '../safety/visible_text';
import { say } from '../words';
import type { Context } from './context';
import { fileName } from './file_name';
import { copyingButton, iconButton } from './header';
import { icon } from './icons';
import type { IconName } from './icon_shapes';
import { scrollBox } from './scroll_box';

/** Letters of a file name that its card always keeps. */
export const titleEnd = 20;

export interface CodeTitle {
  language: string;
  title: string;
}

/** An info string may be a language, a file name, or both. */
export function codeTitle(info: string): CodeTitle {
  const [first = '', ...rest] = info.split(/\s+/);
  const named = /^(?:(?:title|file|filename)=)?["']?([^"'{}]+)["']?$/.exec(rest.join(' '));
  const name = named ? named[1].trim() : '';
  if (!name && first.includes('.'))
    return { language: first.slice(first.lastIndexOf('.') + 1).toLowerCase(), title: info };
  if (!name && first.includes(':')) return codeTitle(first.replace(':', ' '));
  return { language: first.toLowerCase(), title: name || info };
}

export function card(title: Node[], body: HTMLElement, iconName: IconName, ...buttons: HTMLElement[]): HTMLElement {
  const head = el('div', 'bh', el('span', 'grow', icon(iconName, 's'), ...title), ...buttons);
  return el('div', 'box wide', head, body);
}

function coloured(text: string, language: string): Node[] {
  const html = hljs.highlight(text, { language, ignoreIllegals: true }).value;
  if (nestsDeeply(html)) return visibleText(text);
  const fragment = cleanHighlight(html);
  showHidden(fragment);
  return [fragment];
}

/** If a part of the code takes this many milliseconds, the others stay without colours. */
const longestPart = 50;

/** Short code is coloured at once; long code part by part when there is time. */
function colourSoon(target: HTMLElement, text: string, language: string, context: Context): void {
  if (!hljs.getLanguage(language)) return;
  const parts = codeParts(text, language);
  if (parts.length === 1) {
    target.replaceChildren(...coloured(text, language));
    return;
  }
  // A block each, so that colouring one does not lay out the others.
  const spans = parts.map((part) => el('span', part.endsWith('\n') ? 'part' : '', ...visibleText(part)));
  target.replaceChildren(...spans);
  let next = 0;
  context.later(() => {
    if (!target.isConnected) return false;
    const begin = performance.now();
    spans[next].replaceChildren(...coloured(parts[next], language));
    next += 1;
    return next < parts.length && performance.now() - begin < longestPart;
  });
}

const preOf = (nodes: Node[], title = ''): HTMLPreElement =>
  scrollBox(el('pre', 'code', ...nodes), title ? say('codeNamed', shownText(title)) : say('codeBox'));

export const codeText = (text: string, title = ''): HTMLPreElement => preOf(visibleText(text), title);

/** The same with its lines wrapped. */
export function writtenLines(text: string): HTMLPreElement {
  return scrollBox(el('pre', 'code wrapped', ...visibleParts(text)), say('codeBox'));
}

export function wrapButton(pre: HTMLElement, context: Context): HTMLButtonElement {
  const key = context.nextFold('wrap');
  const show = (isWrapped: boolean): void => {
    pre.classList.toggle('wrapped', isWrapped);
    button.setAttribute('aria-pressed', String(isWrapped));
  };
  const button = iconButton('text-wrap', say('wrapLines'), () => {
    const isWrapped = !pre.classList.contains('wrapped');
    context.folds.set(key, isWrapped);
    show(isWrapped);
  });
  show(context.folds.get(key, false));
  return button;
}

export const copyButton = (text: () => string, context: Context): HTMLButtonElement =>
  copyingButton('copy', say('copy'), () => context.copy(text()), context);

const longestTitle = 60;

/** What does not fit into a head is shown below it. */
export function restOfTitle(box: HTMLElement, title: string): void {
  if (title.length > longestTitle) box.firstElementChild?.after(el('div', 'capnote', ...visibleText(title)));
}

/** `written` returns the current content, if text is being added to it. */
export function codeCard(
  info: string,
  text: string,
  context: Context,
  isDraft = false,
  written?: () => string,
): HTMLElement {
  const { language, title } = codeTitle(info);
  const shown = text.replace(/\n$/, '');
  const hasOwnColours = hasSequences(shown);
  const name = title.slice(0, longestTitle);
  const pre = hasOwnColours ? preOf(terminalText(shown), name) : codeText(shown, name);
  const box = card(
    [fileName(title || say('code'), 'mono title', titleEnd)],
    pre,
    'file-code',
    wrapButton(pre, context),
    copyButton(written ?? (() => shown), context),
  );
  restOfTitle(box, title);
  if (shown.length > highlightCap) box.append(el('div', 'capnote', say('highlightSkipped', highlightCap / 1000)));
  else if (!isDraft && !hasOwnColours) colourSoon(pre, shown, language, context);
  return box;
}

/** A row of a card that can be opened and closed. */
export function onActivate(target: HTMLElement, act: () => void): void {
  onTrusted(target, 'click', (event) => {
    event.stopPropagation();
    act();
  });
}
