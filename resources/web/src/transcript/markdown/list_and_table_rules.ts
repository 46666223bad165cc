import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { cellCap, columnCap } from '../safety/caps';
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

/** Items like "- [x] done" get a box that shows, and only shows, the state. */
export function taskRule(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'tasks', markTasks);
  md.renderer.rules.task_box = (tokens, index, _options, env) => {
    slotsOf(env).push({ kind: 'task', done: Boolean((tokens[index].meta as { done: boolean }).done) });
    return inlineGap;
  };
}

/** Goes through the tokens of tables and says which of them are left out: rows and columns beyond the caps. */
class TableCut {
  private cells = 0;
  private column = 0;
  private isRowCut = false;
  private isCut = false;

  /** `before`: cells of the first table that stand elsewhere. */
  constructor(private before: number) {}

  leavesOut({ type }: Token): boolean {
    const isCell = type === 'th_open' || type === 'td_open';
    if (type === 'table_open') Object.assign(this, { cells: this.before, before: 0, isRowCut: false, isCut: false });
    else if (type === 'tr_open') {
      this.column = 0;
      this.isRowCut = this.cells >= cellCap;
    } else if (isCell) {
      this.column += 1;
      if (this.column <= columnCap) this.cells += 1;
    }
    const isWithinCell = isCell || type === 'inline' || type === 'th_close' || type === 'td_close';
    const isRow = type === 'tr_open' || type === 'tr_close';
    const isOut = (isWithinCell && (this.isRowCut || this.column > columnCap)) || (isRow && this.isRowCut);
    this.isCut = this.isCut || isOut;
    return isOut;
  }

  /** Something of the table that ends there was left out. */
  hasCut({ type }: Token): boolean {
    return type === 'table_close' && this.isCut;
  }
}

function cutTables(state: StateCore): void {
  const kept: Token[] = [];
  const { isUncut, cellsBefore = 0 } = state.env as MarkdownEnv;
  const cut = new TableCut(cellsBefore);
  let isInTable = false;
  for (const token of state.tokens) {
    isInTable = isInTable || token.type === 'table_open';
    if (token.type === 'th_open' || token.type === 'td_open') alignByAttribute(token);
    if (!isInTable || isUncut || !cut.leavesOut(token)) kept.push(token);
    if (cut.hasCut(token)) kept.push(new state.Token('table_cut', '', 0));
    if (token.type === 'table_close') isInTable = false;
  }
  state.tokens = kept;
}

/** Columns are aligned by an attribute, so that no style needs to pass the sanitiser. */
function alignByAttribute(token: Token): void {
  const align = /text-align:\s*(left|center|right)/.exec(String(token.attrGet('style') ?? ''))?.[1];
  token.attrs = align ? [['align', align]] : null;
}

/** A table ends after so many cells; a note says so. */
export function tableCapRule(md: MarkdownIt): void {
  md.core.ruler.after('block', 'table_cap', cutTables);
  md.renderer.rules.table_cut = (_tokens, _index, _options, env) => {
    slotsOf(env).push({ kind: 'tableCut' });
    return blockGap;
  };
}
