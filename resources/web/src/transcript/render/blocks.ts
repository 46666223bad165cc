import type { Block, MediaBlock, Row, ToolResultBlock, ToolUseBlock, ValueBlock } from '../contract';
import { el } from '../dom';
import { WholeText } from '../markdown/parse';
import { splitMarkdown, type TextPiece } from '../markdown/split';
import { TextRoom } from '../safety/text_room';
import { visibleParts, visibleText } from '../safety/visible_text';
import { say } from '../words';
import { card, codeText, copyButton, writtenLines } from './code';
import { inPart, type Context } from './context';
import { cutNote, plainReach } from './cut_note';
import { Formulas } from './formulas';
import { isWritten } from './header';
import { joinTable } from './joined_table';
import { openedFor, structuredValue } from './json_tree';
import { codeNodes, markdownNodes, noteNodes, type Setting } from './markdown_view';
import { mediaBlock, pictures } from './media';
import { NoteMarks } from './note_marks';
import { scrollBox } from './scroll_box';
import { thinking } from './thinking';
import { reachablePictures } from './tool_result';
import { toolFrame } from './tools';

function pieceNodes(piece: TextPiece, context: Context, setting: Setting): Node[] {
  if (piece.kind === 'plain') return [el('div', 'longline', ...visibleText(piece.text))];
  return piece.kind === 'code'
    ? codeNodes(piece, context, false, setting.room)
    : [markdownNodes(piece.text, context, false, setting, piece.goesOn)];
}

/** What comes after all pieces. */
function endNodes(context: Context, setting: Setting): Node[] {
  const nodes: Node[] = [noteNodes(context, setting) ?? document.createDocumentFragment()];
  const text = setting.whole?.unusedDefinitions ?? '';
  const reach = plainReach(text, 0);
  if (text) nodes.push(el('div', 'longline', ...visibleParts(text.slice(0, reach))));
  if (reach < text.length) nodes.push(cutNote(text, reach, context));
  return nodes;
}

/** A text block; the parts of a long one follow in slices, and its notes after them. */
export function textBlock(text: string, context: Context, formulas: Formulas, room = new TextRoom()): HTMLElement {
  const prose = el('div', 'prose');
  const shown = room.take(text);
  const pieces = splitMarkdown(shown);
  const setting: Setting = {
    formulas,
    marks: new NoteMarks(),
    room: room.markdown,
    whole: pieces.length > 1 ? new WholeText(pieces) : undefined,
  };
  prose.append(...pieceNodes(pieces[0] ?? { kind: 'plain', text: '' }, context, setting));
  const end = text.length > shown.length ? cutNote(text, shown.length, context, room.taken) : null;
  if (end) prose.append(end);
  let next = 1;
  if (pieces.length > 1) {
    context.later(() => {
      if (!prose.isConnected) return false;
      const piece = pieces[next];
      const nodes = piece ? pieceNodes(piece, context, setting) : endNodes(context, setting);
      if (piece?.kind === 'markdown' && piece.goesOn !== undefined) joinTable(prose, nodes[0]);
      if (end) end.before(...nodes);
      else prose.append(...nodes);
      next += 1;
      return next <= pieces.length;
    });
  }
  return prose;
}

/** As it came: without reading Markdown. */
function writtenText(text: string, context: Context): HTMLElement {
  const shown = plainReach(text, 0);
  const rest = text.length > shown ? cutNote(text, shown, context) : null;
  return el('div', 'prose', writtenLines(text.slice(0, shown)), rest);
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

function oneBlock(
  block: Exclude<Block, ToolUseBlock | ToolResultBlock>,
  row: Row,
  foldKey: string,
  context: Context,
  formulas: Formulas,
  room: TextRoom,
): HTMLElement {
  switch (block.type) {
    case 'text':
      return isWritten(row, context)
        ? writtenText(block.text, context)
        : textBlock(block.text, context, formulas, room);
    case 'thinking':
      return thinking(block, row.ordinal, foldKey, context);
    case 'structured':
    case 'unknown': {
      const title = say(block.type === 'structured' ? 'structured' : 'unknownBlock');
      const value = block.text === undefined ? structuredValue(block.value, openedFor(context)) : codeText(block.text);
      const body = scrollBox(el('div', 'structured', value), title);
      return card(
        [el('span', '', title)],
        body,
        block.type === 'structured' ? 'list-tree' : 'braces',
        copyButton(() => valueText(block), context),
      );
    }
    default:
      return mediaBlock(block, row, context);
  }
}

/** How many pictures of the message precede a block: the viewer identifies them by that (present/open_session.cpp). */
function picturesBefore(blocks: Block[]): Map<Block, number> {
  const before = new Map<Block, number>();
  let count = 0;
  for (const block of blocks) {
    before.set(block, count);
    if (block.type === 'image') count += 1;
    else if (block.type === 'tool_result') count += reachablePictures(block);
  }
  return before;
}

export function blockNodes(row: Row, context: Context): HTMLElement[] {
  const formulas = new Formulas();
  const room = new TextRoom();
  const pictureAt = picturesBefore(row.blocks);
  return groups(row.blocks).map((group, index) => {
    const foldKey = `${row.seq}.${index}`;
    if (group.kind === 'tools') return toolFrame(group.blocks, row, foldKey, pictureAt, context);
    if (group.kind === 'pictures')
      return pictures(group.blocks, pictureAt.get(group.blocks[0]) ?? 0, row, foldKey, context);
    return oneBlock(group.block, row, foldKey, inPart(foldKey, context), formulas, room);
  });
}

const valueText = (block: ValueBlock): string => block.text ?? JSON.stringify(block.value, null, 2);
