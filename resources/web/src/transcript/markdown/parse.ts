import MarkdownItParser, { type MarkdownIt } from 'markdown-it';
import footnote from 'markdown-it-footnote';
import { nestingCap } from '../safety/caps';
import { isOpenable } from '../safety/links';
import { tableCapRule, taskRule } from './list_and_table_rules';
import { mathRule } from './math_rule';
import { blockGap, inlineGap, slotsOf, type MarkdownEnv, type Slot } from './slots';

export interface MarkdownHtml {
  tooDeep: boolean; // nested beyond the cap, where the parser drops text: to be shown as it is written
  html: string; // to be sanitised before use
  slots: Slot[];
  written: Map<string, string>;
}

function leaveGaps(md: MarkdownIt): void {
  const { rules } = md.renderer;
  const code = (info: string, text: string, open: boolean, env: object | undefined): string => {
    slotsOf(env).push({ kind: 'code', info, text, open });
    return blockGap;
  };
  rules.fence = (tokens, index, _options, env) => code(md.utils.unescapeAll(tokens[index].info).trim(), tokens[index].content, false, env);
  rules.code_block = (tokens, index, _options, env) => code('', tokens[index].content, false, env);
  rules.image = (tokens, index, _options, env) => {
    slotsOf(env).push({ kind: 'image', address: String(tokens[index].attrGet('src') ?? ''), text: tokens[index].content });
    return inlineGap;
  };
  rules.footnote_ref = (tokens, index, _options, env) => {
    slotsOf(env).push({ kind: 'footnote', number: Number((tokens[index].meta as { id: number }).id) + 1 });
    return inlineGap;
  };
  rules.footnote_anchor = () => '';
  rules.footnote_open = () => '<li class="footnote-item">';
  rules.footnote_block_open = () => '<section class="footnotes"><ol class="footnotes-list">';
}

let currentWritten = new Map<string, string>();

function makeParser(): MarkdownIt {
  const md = new MarkdownItParser({ html: false, linkify: true, breaks: true, typographer: false, maxNesting: nestingCap });
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const normalise = md.normalizeLink;
  md.normalizeLink = (address: string): string => {
    const normalised = normalise(address);
    currentWritten.set(normalised, address);
    return normalised;
  };
  // Pictures are judged when they are drawn; links must have a way to be opened at all, else they stay as they were written.
  md.validateLink = (address: string): boolean => isOpenable(address) || /^data:image\//i.test(address) || /^[a-z0-9_./-]+$/i.test(address);
  md.use(footnote);
  md.use(mathRule);
  md.use(taskRule);
  md.use(tableCapRule);
  leaveGaps(md);
  return md;
}

const parser = makeParser();

/** An address as the parser gives it where a text has it in this form. */
export const parsedAddress = (written: string): string => {
  const before = currentWritten; // of a text that may be half drawn
  currentWritten = new Map();
  const parsed = parser.normalizeLink(written);
  currentWritten = before;
  return parsed;
};

/** Reads Markdown; raw HTML in it is text. */
export function markdownHtml(text: string): MarkdownHtml {
  currentWritten = new Map();
  const env: MarkdownEnv = { slots: [], written: currentWritten };
  const tokens = parser.parse(text.replaceAll('\u0000', '\u2400'), env);
  if (tokens.some((token) => token.level >= nestingCap - 1)) return { tooDeep: true, html: '', slots: [], written: env.written };
  return { tooDeep: false, html: parser.renderer.render(tokens, parser.options, env), slots: env.slots, written: env.written };
}
