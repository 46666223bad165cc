import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { cellCap, columnCap } from '../safety/caps';
import type { MarkdownRoom } from '../safety/text_room';
import { blockGap, inlineGap, slotsOf, type MarkdownEnv } from './slots';

function markTasks(state: StateCore): void {
  const { tokens } = state;
  for (let i = 2; i < tokens.length; i += 1) {
    const inline = tokens[i];
    if (inline.type !== 'inline' || tokens[i - 1].type !== 'paragraph_open' || tokens[i - 2].type !== 'list_item_open')
      continue;
    const first = inline.children?.[0];
    const match = first?.type === 'text' ? /^\[([ xX])\]\s+/.exec(first.content) : null;
    if (!first || !match) continue;
    first.content = first.content.slice(match[0].length);
    const box = new state.Token('task_box', '', 0);
    box.meta = { done: match[1] !== ' ' };
    inline.children?.unshift(box);
    tokens[i - 2].attrJoin('class', 'task');
  }
}

/** Items like "- [x] done" get a box that only shows the state. */
export function taskRule(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'tasks', markTasks);
  md.renderer.rules.task_box = (tokens, index, _options, env) => {
    slotsOf(env).push({ kind: 'task', done: Boolean((tokens[index].meta as { done: boolean }).done) });
    return inlineGap;
  };
}

/** Goes through table tokens and decides which are left out: rows and columns beyond the caps. */
class TableCut {
  private cells = 0;
  private column = 0;
  private isRowCut = false;
  private isCut = false;
  private isAllOut = false;
  private drawn = 0; // cells of the table

  /** `before`: cells of the first table that are elsewhere. */
  constructor(
    private before: number,
    private readonly room: MarkdownRoom,
  ) {}

  leavesOut(token: Token): boolean {
    const isOut = this.isBeyond(token);
    this.isCut = this.isCut || isOut;
    return isOut;
  }

  /** Part of the table that ends there was left out. */
  hasCut({ type }: Token): boolean {
    return type === 'table_close' && this.isCut;
  }

  /** For a note about it: how many are drawn, if that is because of earlier tables. */
  get drawnAtMost(): number | undefined {
    return this.room.cells <= 0 && this.cells < cellCap ? this.drawn : undefined;
  }

  private begin(): void {
    const isAllOut = this.room.cells <= 0;
    Object.assign(this, { cells: this.before, before: 0, drawn: 0, isRowCut: false, isCut: false, isAllOut });
  }

  private isBeyond({ type }: Token): boolean {
    const isCell = type === 'th_open' || type === 'td_open';
    if (type === 'table_open') this.begin();
    else if (type === 'tr_open') {
      this.column = 0;
      this.isRowCut = this.cells >= cellCap || this.room.cells <= 0;
    } else if (isCell) {
      this.column += 1;
      if (this.column <= columnCap && !this.isRowCut) this.count();
    }
    const isWithinCell = isCell || type === 'inline' || type === 'th_close' || type === 'td_close';
    const isRow = type === 'tr_open' || type === 'tr_close';
    return this.isAllOut || (isWithinCell && (this.isRowCut || this.column > columnCap)) || (isRow && this.isRowCut);
  }

  private count(): void {
    this.cells += 1;
    this.drawn += 1;
    this.room.cells -= 1;
  }
}

function cutToken(state: StateCore, cells: number | undefined): Token {
  const token = new state.Token('table_cut', '', 0);
  token.meta = cells === undefined ? {} : { cells };
  return token;
}

function cutTables(state: StateCore): void {
  const kept: Token[] = [];
  const { isUncut, cellsBefore = 0, room } = state.env as MarkdownEnv;
  const cut = new TableCut(cellsBefore, room);
  let isInTable = false;
  for (const token of state.tokens) {
    isInTable = isInTable || token.type === 'table_open';
    if (token.type === 'th_open' || token.type === 'td_open') alignByAttribute(token);
    if (!isInTable || isUncut || !cut.leavesOut(token)) kept.push(token);
    if (cut.hasCut(token)) kept.push(cutToken(state, cut.drawnAtMost));
    if (token.type === 'table_close') isInTable = false;
  }
  state.tokens = kept;
}

/** Columns are aligned by an attribute, so that no style needs to pass the sanitiser. */
function alignByAttribute(token: Token): void {
  const align = /text-align:\s*(left|center|right)/.exec(String(token.attrGet('style') ?? ''))?.[1];
  token.attrs = align ? [['align', align]] : null;
}

/** A table ends after this many cells, and a whole message's tables after more; a note says so. */
export function tableCapRule(md: MarkdownIt): void {
  md.core.ruler.after('block', 'table_cap', cutTables);
  md.renderer.rules.table_cut = (tokens, index, _options, env) => {
    slotsOf(env).push({ kind: 'tableCut', ...(tokens[index].meta as { cells?: number }) });
    return blockGap;
  };
}
