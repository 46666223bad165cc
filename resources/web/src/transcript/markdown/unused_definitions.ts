import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import type { MarkdownEnv } from './slots';

interface Definition {
  label: string;
  text: string;
  isFirst: boolean; // links go by the first one with its label
}

/** The link definitions in a text, of which a parser draws nothing, and which of them are used. */
export class DefinitionList {
  private readonly list: Definition[] = [];
  private readonly labels = new Set<string>();
  private readonly used = new Set<string>();

  add(label: string, text: string): Definition {
    const definition = { label, text, isFirst: !this.labels.has(label) };
    this.labels.add(label);
    this.list.push(definition);
    return definition;
  }

  use(label: string): void {
    this.used.add(label);
  }

  isUsed({ label, isFirst }: Definition): boolean {
    return isFirst && this.used.has(label);
  }

  /** As they were written, one or more lines each. */
  get unused(): string {
    return this.list
      .filter((definition) => !this.isUsed(definition))
      .map(({ text }) => text)
      .join('\n');
  }
}

/** A longer label may contain words found nowhere else, unless the link's text is the label. */
const longestLabel = 40;

const kept = 'definition'; // a token of ours

const labelOf = (token: Token): string | undefined => (token.meta as { label?: string } | null)?.label;

const normalised = (state: StateCore, text: string): string => state.md.utils.normalizeReference(text);

/** Without the marks of its container. */
function writtenText(lines: readonly string[], { map }: Token): string {
  const [first = '', ...rest] = lines.slice(map?.[0] ?? 0, map?.[1] ?? 0);
  return [first.slice(Math.max(0, first.indexOf('['))), ...rest.map((line) => line.replace(/^[\s>]+/, ''))].join('\n');
}

function paragraph(state: StateCore, text: string): Token[] {
  const words = new state.Token('inline', '', 0);
  words.children = text.split('\n').flatMap((line, index) => {
    const token = new state.Token('text', '', 0);
    token.content = line;
    return index > 0 ? [new state.Token('softbreak', 'br', 0), token] : [token];
  });
  return [new state.Token('paragraph_open', 'p', 1), words, new state.Token('paragraph_close', 'p', -1)];
}

/** Which definitions the links and pictures of a line use, if their labels lose nothing. */
function noteUse(state: StateCore, line: readonly Token[], definitions: DefinitionList): void {
  let label: string | undefined; // of the link that is open
  let text = '';
  const close = (): void => {
    const isSeen = label !== undefined && (label.length <= longestLabel || normalised(state, text) === label);
    if (isSeen) definitions.use(label as string);
    label = undefined;
  };
  for (const token of line) {
    if (token.type === 'link_open' || token.type === 'image') {
      close();
      label = labelOf(token);
      text = '';
    }
    text += token.content;
    if (token.type === 'link_close') close();
  }
  close();
}

/** The parser removes what it considers a definition. */
function keepDefinitions(state: StateCore): void {
  for (const token of state.tokens) if (token.type === 'reference_definition') token.type = kept;
}

function showUnused(state: StateCore): void {
  const { definitions, definitionsGo } = state.env as MarkdownEnv;
  for (const { children } of state.tokens) noteUse(state, children ?? [], definitions);
  if (!state.tokens.some(({ type }) => type === kept)) return;
  const lines = state.src.split('\n');
  const noted = new Map<Token, Definition>();
  if (definitionsGo !== 'nowhere')
    for (const token of state.tokens)
      if (token.type === kept) noted.set(token, definitions.add(labelOf(token) ?? '', writtenText(lines, token)));
  state.tokens = state.tokens.flatMap((token) => {
    if (token.type !== kept) return [token];
    const definition = noted.get(token);
    const isShown = definition && definitionsGo === 'here' && !definitions.isUsed(definition);
    return isShown ? paragraph(state, definition.text) : [];
  });
}

/** Nothing that was written is hidden: a definition that no link refers to is shown as it was written. */
export function unusedDefinitions(md: MarkdownIt): void {
  md.core.ruler.before('strip_references', 'keep_definitions', keepDefinitions);
  md.core.ruler.push('unused_definitions', showUnused);
}
