import MarkdownItParser, { type MarkdownIt, type Token } from 'markdown-it';
import { nestingCap, noteCap } from '../safety/caps';
import { isOpenable } from '../safety/links';
import { MarkdownRoom } from '../safety/text_room';
import { breakRule } from './break_rule';
import { definitionsIn } from './definitions';
import { tableCapRule, taskRule } from './list_and_table_rules';
import { linkWordsRule } from './link_words';
import { mathRule } from './math_rule';
import { NoteList, noteRules } from './notes';
import { raggedRows } from './ragged_rows';
import { referenceCapRule } from './reference_rule';
import { blockGap, inlineGap, slotsOf, type MarkdownEnv, type Slot } from './slots';
import type { TextPiece } from './split';
import { unspacedWords } from './unspaced_words';
import { DefinitionList, unusedDefinitions } from './unused_definitions';

export interface MarkdownHtml {
  tooDeep: boolean; // nested beyond the cap, where the parser drops text: to be shown as it is written
  html: string; // to be sanitised before use
  slots: Slot[];
  written: Map<string, string>;
}

function leaveGaps(md: MarkdownIt): void {
  const { rules } = md.renderer;
  const code = (info: string, text: string, env: object | undefined): string => {
    slotsOf(env).push({ kind: 'code', info, text });
    return blockGap;
  };
  rules.fence = (tokens, index, _options, env) =>
    code(md.utils.unescapeAll(tokens[index].info).trim(), tokens[index].content, env);
  rules.code_block = (tokens, index, _options, env) => code('', tokens[index].content, env);
  rules.image = (tokens, index, _options, env) => {
    slotsOf(env).push({
      kind: 'image',
      address: String(tokens[index].attrGet('src') ?? ''),
      text: tokens[index].content,
    });
    return inlineGap;
  };
}

let currentWritten = new Map<string, string>();

function makeParser(): MarkdownIt {
  const md = new MarkdownItParser({
    html: false,
    linkify: true,
    breaks: true,
    typographer: false,
    maxNesting: nestingCap,
  });
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const normalise = md.normalizeLink;
  md.normalizeLink = (address: string): string => {
    const normalised = normalise(address);
    currentWritten.set(normalised, address);
    return normalised;
  };
  // Pictures are judged when they are drawn; links must be openable at all, otherwise they stay as they were written.
  md.validateLink = (address: string): boolean =>
    isOpenable(address) || /^data:image\//i.test(address) || /^[a-z0-9_./-]+$/i.test(address);
  unspacedWords(md);
  raggedRows(md);
  noteRules(md);
  md.use(mathRule);
  md.use(breakRule);
  md.use(taskRule);
  md.use(tableCapRule);
  md.use(referenceCapRule);
  md.use(unusedDefinitions);
  md.use(linkWordsRule);
  leaveGaps(md);
  return md;
}

const parser = makeParser();

/** An address as the parser returns it if a text has it in this form. */
export const parsedAddress = (written: string): string => {
  const before = currentWritten; // of a text that may be half drawn
  currentWritten = new Map();
  const parsed = parser.normalizeLink(written);
  currentWritten = before;
  return parsed;
};

const readable = (text: string): string => text.replaceAll('\u0000', '\u2400');

/** What the pieces of a text share: the targets of links by reference, and footnotes. */
export class WholeText {
  readonly env: {
    references: Record<string, { title: string; href: string }>;
    footnotes: { refs: Record<string, number> };
  } = { references: {}, footnotes: { refs: {} } };
  readonly written = new Map<string, string>();
  readonly definitions = new DefinitionList();
  readonly notes: NoteList;
  readonly noteText: string;

  constructor(pieces: TextPiece[]) {
    const { links, notes } = definitionsIn(pieces);
    currentWritten = this.written;
    parser.block.parse(readable(links), parser, this.env, []);
    parser.block.parse(readable(notes), parser, this.env, []);
    this.noteText = notes;
    this.notes = new NoteList(
      new Set(
        Object.keys(this.env.footnotes.refs)
          .slice(0, noteCap)
          .map((key) => key.slice(1)),
      ),
    );
  }

  /** Its unused definitions, once all pieces and notes have been read. */
  get unusedDefinitions(): string {
    return this.definitions.unused;
  }

  /** Its notes, once all pieces have been read: those with marks, followed by those without. */
  notesHtml(room = new MarkdownRoom()): MarkdownHtml | undefined {
    if (this.notes.list.length === 0 && this.noteText === '') return undefined;
    return htmlOf(
      this.noteText,
      {
        ...this.env,
        slots: [],
        written: new Map(this.written),
        notes: this.notes,
        room,
        definitions: this.definitions,
        definitionsGo: 'nowhere',
        isLast: true,
      },
      notesAmong,
    );
  }
}

/** Everything else in the notes' text has its place in the pieces. */
function notesAmong(tokens: Token[]): Token[] {
  let isNote = false;
  return tokens.filter(({ type }) => {
    if (type === 'note_open' || type === 'footnote_block_open') isNote = true;
    else if (type === 'note_close') isNote = false;
    return isNote;
  });
}

function htmlOf(text: string, env: MarkdownEnv, chosen = (tokens: Token[]): Token[] => tokens): MarkdownHtml {
  currentWritten = env.written;
  const tokens = parser.parse(readable(text), env);
  if (tokens.some((token) => token.level >= nestingCap - 1))
    return { tooDeep: true, html: '', slots: [], written: env.written };
  return {
    tooDeep: false,
    html: parser.renderer.render(chosen(tokens), parser.options, env),
    slots: env.slots,
    written: env.written,
  };
}

/**
 * Reads Markdown; raw HTML in it is text, except breaks. `whole`: the text it is a piece of. `isUncut`: it is not
 * drawn, so tables keep all their cells. `cellsBefore`: cells in earlier pieces of the table it begins with. `room`:
 * its message's.
 */
export function markdownHtml(
  text: string,
  whole?: WholeText,
  isUncut = false,
  cellsBefore = 0,
  room = new MarkdownRoom(),
): MarkdownHtml {
  if (!whole)
    return htmlOf(text, {
      slots: [],
      written: new Map(),
      notes: new NoteList(),
      room,
      definitions: new DefinitionList(),
      definitionsGo: 'here',
      isLast: true,
      isUncut,
      cellsBefore,
    });
  return htmlOf(text, {
    ...whole.env,
    slots: [],
    written: new Map(whole.written),
    notes: whole.notes,
    room,
    definitions: whole.definitions,
    definitionsGo: 'later',
    isLast: false,
    isUncut,
    cellsBefore,
  });
}
