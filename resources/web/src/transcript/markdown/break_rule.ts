import type { MarkdownIt, StateInline } from 'markdown-it';
import type { MarkdownEnv } from './slots';

const mark = /<br {0,3}\/?>(?:[ \t]*\n)?/iy; // the end of a line that ends with it ends nothing more

function breakMark(state: StateInline, silent: boolean): boolean {
  mark.lastIndex = state.pos;
  const found = mark.exec(state.src);
  const { room } = state.env as MarkdownEnv;
  if (!found || room.breaks <= 0) return false;
  if (!silent) {
    room.breaks -= 1;
    state.push('hardbreak', 'br', 0);
  }
  state.pos += found[0].length;
  return true;
}

/** Nothing else ends a line within a table, so models write <br> there. It is the only tag not shown as text: it can mean nothing else. */
export function breakRule(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'break_mark', breakMark);
}
