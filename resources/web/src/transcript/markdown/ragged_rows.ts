import type { MarkdownIt, StateBlock, Token } from 'markdown-it';

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean;

const stroke = '|'.charCodeAt(0);

/** A quick check, since most rows do not: whether a row may have more cells than this. */
function mayHaveMore(line: string, columns: number): boolean {
  let cells = 1 - Number(line.startsWith('|')) - Number(line.endsWith('|'));
  for (let at = 0; at < line.length; at += 1) if (line.charCodeAt(at) === stroke) cells += 1;
  return cells > columns;
}

/** The cells of a row as the parser reads them, starting with this one: an escaped bar is part of a cell. */
function cellsFrom(line: string, first: number): string[] {
  const cells = line.split(/(?<!\\)\|/);
  if (cells[0] === '') cells.shift();
  if (cells[cells.length - 1] === '') cells.pop();
  return cells.slice(first).map((cell) => cell.replaceAll('\\|', '|'));
}

const lineAt = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line] + state.tShift[line], state.eMarks[line]).trim();

function cellTokens(state: StateBlock, text: string, level: number): Token[] {
  const open = new state.Token('td_open', 'td', 1);
  const words = new state.Token('inline', '', 0);
  const close = new state.Token('td_close', 'td', -1);
  words.content = text.trim();
  words.children = [];
  open.level = close.level = level;
  words.level = level + 1;
  return [open, words, close];
}

/** The table's tokens with all cells of its rows: the parser drops those without a column in the head. */
function withAllCells(state: StateBlock, tokens: Token[]): Token[] {
  const columns = tokens.filter(({ type }) => type === 'th_open').length;
  const whole: Token[] = [];
  let more: Token[] = []; // cells of the row
  for (const token of tokens) {
    if (token.type === 'tr_open' && token.map) {
      const { level } = token;
      const line = lineAt(state, token.map[0]);
      more = mayHaveMore(line, columns)
        ? cellsFrom(line, columns).flatMap((text) => cellTokens(state, text, level + 1))
        : [];
    } else if (token.type === 'tr_close') for (const cell of more) whole.push(cell);
    whole.push(token);
  }
  return whole;
}

/** Rows longer than their table's head are drawn in full: nothing that was written is hidden. Use it before adding other rules. */
export function raggedRows(md: MarkdownIt): void {
  const table = md.block.ruler.getRules('')[0] as BlockRule; // the first of its rules
  md.block.ruler.at(
    'table',
    (state: StateBlock, startLine: number, endLine: number, silent: boolean) => {
      const from = state.tokens.length;
      if (!table(state, startLine, endLine, silent)) return false;
      // One by one: no call takes as many arguments as a row may have cells.
      if (!silent) for (const token of withAllCells(state, state.tokens.splice(from))) state.tokens.push(token);
      return true;
    },
    { alt: ['paragraph', 'reference'] },
  );
}
