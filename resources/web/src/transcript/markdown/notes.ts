import footnote from 'markdown-it-footnote';
import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import { labelCap, noteCap } from '../safety/caps';
import { inlineGap, slotsOf, type MarkdownEnv } from './slots';

// Footnotes of a text that may be read in pieces: they are numbered throughout, and placed after the last piece. The library's
// own rules search to the end of the text at each mark, which takes for ever if there are endless marks.

interface Note {
  label?: string;
  count?: number;
  content?: string;
  tokens?: unknown[];
}

/** The notes of one text so far. `labels`: those defined anywhere in it; unset if the text is one piece. */
export class NoteList {
  readonly list: Note[] = [];
  private readonly numbers = new Map<string, number>();

  constructor(private readonly labels?: ReadonlySet<string>) {}

  has(label: string): boolean {
    return this.labels?.has(label) ?? true;
  }

  /** Nothing refers to it, so it is shown as it was written: in its piece if known by then, otherwise after the last. */
  isLeftOver(label: string, isLast: boolean): boolean {
    if (this.labels && !isLast) return !this.labels.has(label);
    return this.has(label) && !this.numbers.has(label);
  }

  /** The number of the note with this label, from 0; undefined if there are too many. */
  numberOf(label: string): number | undefined {
    const known = this.numbers.get(label);
    if (known === undefined && this.list.length >= noteCap) return undefined;
    const number = known ?? this.list.push({ label, count: 1 }) - 1;
    this.numbers.set(label, number);
    return number;
  }

  addInline(content: string, tokens: unknown[]): number {
    return this.list.push({ content, tokens }) - 1;
  }

  get isFull(): boolean {
    return this.list.length >= noteCap;
  }
}

interface Footnotes {
  refs?: Record<string, number>;
  list?: Note[];
}
const notesOf = (state: { env: object }): NoteList => (state.env as MarkdownEnv).notes;
const footnotesOf = (state: { env: object }): Footnotes => ((state.env as { footnotes?: Footnotes }).footnotes ??= {});

/** Where label ends are, found once for all labels of a text: it may open them endlessly. */
const endsOf = new WeakMap<StateInline, number[]>();

function labelEndAt(state: StateInline, from: number): number {
  const ends = endsOf.get(state) ?? Array.from(state.src.matchAll(/[ \n\]]/g), (match) => match.index as number);
  endsOf.set(state, ends);
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle] < from) low = middle + 1;
    else high = middle;
  }
  return ends[low] ?? state.src.length;
}

/** [^label], if the text has such a note. */
function reference(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!src.startsWith('[^', pos)) return false;
  const end = labelEndAt(state, pos + 2);
  if (end === pos + 2 || end >= state.posMax || src[end] !== ']' || end - pos > labelCap) return false;
  const label = src.slice(pos + 2, end);
  if (footnotesOf(state).refs?.[`:${label}`] === undefined || !notesOf(state).has(label)) return false;
  if (!silent) {
    const id = notesOf(state).numberOf(label);
    if (id === undefined) return false;
    state.push('footnote_ref', '', 0).meta = { id };
  }
  state.pos = end + 1;
  return true;
}

/** ^[text]: its end is searched for only this far, and such notes are not nested. */
function inlineNote(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  const env = state.env as MarkdownEnv;
  if (!src.startsWith('^[', pos) || env.isInNote || notesOf(state).isFull) return false;
  const end = inlineEnd(src, pos + 2, Math.min(state.posMax, pos + labelCap));
  if (end <= pos + 2) return false;
  if (!silent) {
    const content = src.slice(pos + 2, end);
    const tokens: Parameters<typeof state.md.inline.parse>[3] = [];
    env.isInNote = true;
    state.md.inline.parse(content, state.md, state.env, tokens);
    env.isInNote = false;
    state.push('footnote_ref', '', 0).meta = { id: notesOf(state).addInline(content, tokens) };
  }
  state.pos = end + 1;
  return true;
}

/** The bracket that closes an earlier opening one; -1 if none does. */
function inlineEnd(text: string, from: number, most: number): number {
  let depth = 1;
  for (let at = from; at < most; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') depth += 1;
    else if (text[at] === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** A note's text begins with its label, on a line of its own if it does not begin with words. */
function labelled(state: StateCore, label: string, content: Token[]): Token[] {
  const text = new state.Token('text', '', 0);
  text.content = `[^${label}]: `;
  const words = content[1];
  if (content[0]?.type === 'paragraph_open' && words?.children) {
    words.children.unshift(text);
    return content;
  }
  const line = new state.Token('inline', '', 0);
  line.children = [text];
  return [new state.Token('paragraph_open', 'p', 1), line, new state.Token('paragraph_close', 'p', -1), ...content];
}

/** Notes that nothing refers to would not be in the page: nothing that was written is hidden. */
function writeOut(state: StateCore): void {
  const { notes, isLast } = state.env as MarkdownEnv;
  const kept: Token[] = [];
  let content: Token[] | undefined; // of the note that is written out
  let label = '';
  for (const token of state.tokens) {
    if (token.type === 'footnote_reference_open' && !content) {
      label = (token.meta as { label: string }).label;
      content = notes.isLeftOver(label, isLast) ? [] : undefined;
      if (content) continue;
    }
    if (content && token.type === 'footnote_reference_close') {
      kept.push(
        new state.Token('note_open', '', 1),
        ...labelled(state, label, content),
        new state.Token('note_close', '', -1),
      );
      content = undefined;
    } else (content ?? kept).push(token);
  }
  state.tokens = kept;
}

/** Notes are put after the text only when it ends. */
function putBehind(state: StateCore): void {
  const { notes, isLast } = state.env as MarkdownEnv;
  writeOut(state);
  const footnotes = footnotesOf(state);
  footnotes.list = isLast && notes.list.length > 0 ? notes.list : undefined;
}

/** Footnotes, with a mark in the text and a way back in the note. */
export function noteRules(md: MarkdownIt): void {
  md.use(footnote);
  md.inline.ruler.at('footnote_ref', reference);
  md.inline.ruler.at('footnote_inline', inlineNote);
  md.core.ruler.before('footnote_tail', 'footnote_list', putBehind);
  const { rules } = md.renderer;
  const numberAt = (tokens: { meta: unknown }[], index: number): number =>
    (tokens[index].meta as { id: number }).id + 1;
  rules.footnote_ref = (tokens, index, _options, env) => {
    slotsOf(env).push({ kind: 'footnote', number: numberAt(tokens, index) });
    return inlineGap;
  };
  rules.footnote_anchor = (tokens, index, _options, env) => {
    slotsOf(env).push({ kind: 'noteEnd', number: numberAt(tokens, index) });
    return inlineGap;
  };
  rules.note_open = rules.note_close = () => '';
  rules.footnote_open = () => '<li class="footnote-item">';
  rules.footnote_block_open = () => '<section class="footnotes"><ol class="footnotes-list">';
}
