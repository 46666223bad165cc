import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { cellCap } from '../safety/caps';
import { blockGap, inlineGap, slotsOf } from './slots';

function markTasks(state: StateCore): void {
  const { tokens } = state;
  for (let i = 2; i < tokens.length; i += 1) {
    const inline = tokens[i];
    if (inline.type !== 'inline' || tokens[i - 1].type !== 'paragraph_open' || tokens[i - 2].type !== 'list_item_open') continue;
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

function cutTables(state: StateCore): void {
  const kept: Token[] = [];
  let cells = 0;
  let isCutting = false;
  for (const token of state.tokens) {
    if (token.type === 'table_open') {
      cells = 0;
      isCutting = false;
    } else if (token.type === 'th_open' || token.type === 'td_open') {
      cells += 1;
      alignByAttribute(token);
    } else if (token.type === 'tr_open' && cells >= cellCap) isCutting = true;
    const isEnd = token.type === 'tbody_close' || token.type === 'table_close';
    if (!isCutting || isEnd) kept.push(token);
    if (token.type === 'table_close' && isCutting) {
      kept.push(new state.Token('table_cut', '', 0));
      isCutting = false;
    }
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
