import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { blockGap, inlineGap, slotsOf } from './slots';

const pairs = [
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['$$', '$$'],
] as const;

function push(state: StateInline, text: string, display: boolean, end: number, silent: boolean): true {
  if (!silent) {
    const token = state.push('math', '', 0);
    token.content = text;
    token.meta = { display };
  }
  state.pos = end;
  return true;
}

/** A backslash before it escapes a character, unless escaped itself. */
function isEscaped(source: string, at: number, from: number): boolean {
  let begin = at;
  while (begin > from && source[begin - 1] === '\\') begin -= 1;
  return (at - begin) % 2 === 1;
}

/** A dollar opens before and closes after a non-space, and a price ("$5 and $6") does not count. */
function closingDollar(source: string, from: number, most: number): number {
  if (/\s/.test(source[from] ?? ' ')) return -1;
  for (let at = source.indexOf('$', from); at >= 0 && at < most; at = source.indexOf('$', at + 1)) {
    if (isEscaped(source, at, from)) continue;
    return at === from || /\s/.test(source[at - 1]) || /\d/.test(source[at + 1] ?? '') ? -1 : at;
  }
  return -1;
}

// Where each closing mark comes next in the text being read: a text may open formulas endlessly.
const nextClosing = new WeakMap<StateInline, Map<string, { from: number; at: number }>>();

/** The next `close` in the text from here, or -1, found once for everything opened before it. */
function closingAt(state: StateInline, close: string, from: number): number {
  const found = nextClosing.get(state) ?? new Map<string, { from: number; at: number }>();
  nextClosing.set(state, found);
  const known = found.get(close);
  if (known && known.from <= from && (known.at < 0 || known.at >= from)) return known.at;
  const at = state.src.indexOf(close, from);
  found.set(close, { from, at });
  return at;
}

function inlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  for (const [open, close] of pairs) {
    if (!src.startsWith(open, pos)) continue;
    const end = closingAt(state, close, pos + open.length);
    if (end < 0 || end >= posMax || end === pos + open.length) continue;
    return push(state, src.slice(pos + open.length, end), open !== '\\(', end + close.length, silent);
  }
  if (src[pos] !== '$' || src[pos + 1] === '$') return false;
  const end = closingDollar(src, pos + 1, posMax);
  return end < 0 ? false : push(state, src.slice(pos + 1, end), false, end + 1, silent);
}

/** What begins and ends a display formula, and whether both belong to it. */
interface Bounds {
  open: string;
  close: string;
  areItsOwn: boolean;
}

const dollars: Bounds = { open: '$$', close: '$$', areItsOwn: false };
const brackets: Bounds = { open: '\\[', close: '\\]', areItsOwn: false };
const environment =
  /^\\begin\{((?:equation|align|alignat|gather)\*?|aligned|alignedat|gathered|split|cases|array|[bpvVB]?matrix|CD)\}/;

/** Some people write a LaTeX environment without anything around it, as in LaTeX. */
function boundsOf(line: string): Bounds | undefined {
  if (line.startsWith(dollars.open)) return dollars;
  if (line.startsWith(brackets.open)) return brackets;
  const name = environment.exec(line)?.[1];
  return name === undefined ? undefined : { open: `\\begin{${name}}`, close: `\\end{${name}}`, areItsOwn: true };
}

/** Lines in which certain opening marks are not closed, for a reading that ends there at the latest. */
interface Endless {
  from: number;
  until: number;
  endLine: number;
}

const endless = new WeakMap<StateBlock, Map<string, Endless>>();

function isEndless(state: StateBlock, open: string, line: number, endLine: number): boolean {
  const known = endless.get(state)?.get(open);
  return known !== undefined && line >= known.from && line < known.until && endLine <= known.endLine;
}

function keepEndless(state: StateBlock, open: string, lines: Endless): false {
  const known = endless.get(state) ?? new Map<string, Endless>();
  endless.set(state, known.set(open, lines));
  return false;
}

function blockMath(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const textOf = (line: number): string => state.src.slice(state.bMarks[line] + state.tShift[line], state.eMarks[line]);
  const first = textOf(startLine);
  const bounds = boundsOf(first);
  if (!bounds || isEndless(state, bounds.open, startLine, endLine)) return false;
  const { open, close, areItsOwn } = bounds;
  const lines: string[] = [];
  let line = startLine;
  let rest = areItsOwn ? first : first.slice(open.length);
  for (;;) {
    const trimmed = rest.trimEnd();
    if (trimmed.endsWith(close)) {
      lines.push(areItsOwn ? trimmed : trimmed.slice(0, -close.length));
      break;
    }
    lines.push(rest);
    line += 1;
    if (line >= endLine) return keepEndless(state, open, { from: startLine, until: line, endLine });
    if (state.isEmpty(line)) return keepEndless(state, open, { from: startLine, until: line, endLine: Infinity });
    rest = textOf(line);
  }
  const text = lines.join('\n').trim();
  if (!text) return false;
  if (silent) return true;
  const token = state.push('math_block', '', 0);
  token.content = text;
  token.map = [startLine, line + 1];
  state.line = line + 1;
  return true;
}

/** Formulas: $…$, $$…$$, \(…\), \[…\] and \begin{align}…\end{align}. */
export function mathRule(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math', inlineMath);
  md.block.ruler.before('fence', 'math_block', blockMath, { alt: ['paragraph', 'blockquote', 'list'] });
  md.renderer.rules.math = (tokens, index, _options, env) => {
    slotsOf(env).push({
      kind: 'math',
      text: tokens[index].content,
      display: Boolean((tokens[index].meta as { display: boolean }).display),
    });
    return inlineGap;
  };
  md.renderer.rules.math_block = (tokens, index, _options, env) => {
    slotsOf(env).push({ kind: 'math', text: tokens[index].content, display: true });
    return blockGap;
  };
}
