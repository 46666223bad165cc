import type { Block, MediaBlock, Row, ToolResultBlock, ToolUseBlock, ValueBlock } from '../contract';
import { el } from '../dom';
import { splitMarkdown, type TextPiece } from '../markdown/split';
import { TextRoom } from '../safety/text_room';
import { visibleText } from '../safety/visible_text';
import { say } from '../words';
import { card, codeText, copyButton, writtenLines } from './code';
import type { Context } from './context';
import { cutNote, plainReach } from './cut_note';
import { Formulas } from './formulas';
import { isWritten } from './header';
import { openedFor, structuredValue } from './json_tree';
import { markdownNodes } from './markdown_view';
import { mediaBlock, pictures } from './media';
import { thinking } from './thinking';
import { toolFrame } from './tools';

function pieceNode(piece: TextPiece, context: Context, formulas: Formulas): Node {
  return piece.kind === 'plain' ? el('div', 'longline', ...visibleText(piece.text)) : markdownNodes(piece.text, context, false, formulas);
}

/** A text block; the parts of a long one follow in slices. */
export function textBlock(text: string, context: Context, formulas: Formulas, room = new TextRoom()): HTMLElement {
  const prose = el('div', 'prose');
  const shown = room.take(text);
  const pieces = splitMarkdown(shown);
  prose.append(pieceNode(pieces[0] ?? { kind: 'plain', text: '' }, context, formulas));
  const end = text.length > shown.length ? cutNote(text, shown.length, room.taken) : null;
  if (end) prose.append(end);
  let next = 1;
  if (pieces.length > 1) {
    context.later(() => {
      const node = pieceNode(pieces[next], context, formulas);
      if (end) end.before(node);
      else prose.append(node);
      next += 1;
      return next < pieces.length;
    });
  }
  return prose;
}

/** As it came: no Markdown is read. */
function writtenText(text: string): HTMLElement {
  const shown = plainReach(text, 0);
  return el('div', 'prose', writtenLines(text.slice(0, shown)), text.length > shown ? cutNote(text, shown) : null);
}

type Group =
  | { kind: 'pictures'; blocks: MediaBlock[] }
  | { kind: 'tools'; blocks: (ToolUseBlock | ToolResultBlock)[] }
  | { kind: 'one'; block: Exclude<Block, ToolUseBlock | ToolResultBlock> };

/** Neighbouring pictures share a row, neighbouring tool calls a frame. */
function groups(blocks: Block[]): Group[] {
  const result: Group[] = [];
  for (const block of blocks) {
    const last = result[result.length - 1];
    if (block.type === 'image') {
      if (last?.kind === 'pictures') last.blocks.push(block);
      else result.push({ kind: 'pictures', blocks: [block] });
    } else if (block.type === 'tool_use' || block.type === 'tool_result') {
      if (last?.kind === 'tools') last.blocks.push(block);
      else result.push({ kind: 'tools', blocks: [block] });
    } else result.push({ kind: 'one', block });
  }
  return result;
}

function oneBlock(block: Exclude<Block, ToolUseBlock | ToolResultBlock>, row: Row, foldKey: string, context: Context, formulas: Formulas, room: TextRoom): HTMLElement {
  switch (block.type) {
    case 'text': return isWritten(row, context) ? writtenText(block.text) : textBlock(block.text, context, formulas, room);
    case 'thinking': return thinking(block, row.ordinal, foldKey, context);
    case 'structured':
    case 'unknown': {
      const title = say(block.type === 'structured' ? 'structured' : 'unknownBlock');
      const body = el('div', 'structured', block.text === undefined ? structuredValue(block.value, openedFor(context)) : codeText(block.text));
      return card([el('span', '', title)], body, block.type === 'structured' ? 'list-tree' : 'braces', copyButton(() => valueText(block), context));
    }
    default: return mediaBlock(block, context);
  }
}

export function blockNodes(row: Row, context: Context): HTMLElement[] {
  const formulas = new Formulas();
  const room = new TextRoom();
  let pictureCount = 0;
  return groups(row.blocks).map((group, index) => {
    const foldKey = `${row.seq}.${index}`;
    if (group.kind === 'tools') return toolFrame(group.blocks, row, foldKey, context);
    if (group.kind === 'pictures') {
      const first = pictureCount;
      pictureCount += group.blocks.length;
      return pictures(group.blocks, first, row, context);
    }
    return oneBlock(group.block, row, foldKey, context, formulas, room);
  });
}

const valueText = (block: ValueBlock): string => block.text ?? JSON.stringify(block.value, null, 2);

/** What "copy" takes: the texts as they were written. */
export function plainText(row: Row): string {
  if (row.plain !== undefined) return row.plain;
  if (row.question) return row.question.text;
  const texts = row.blocks.map((block) => {
    if (block.type === 'text' || block.type === 'thinking') return block.text;
    if (block.type === 'tool_use') return `${block.name} ${block.rawInput ?? JSON.stringify(block.input)}`;
    if (block.type === 'tool_result') return block.output;
    return 'value' in block ? valueText(block) : block.name;
  });
  return texts.filter(Boolean).join('\n\n');
}
