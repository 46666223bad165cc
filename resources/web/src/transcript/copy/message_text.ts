import type { Block, Row, ToolResultBlock, ValueBlock } from '../contract';
import type { Bridge } from '../page_calls';
import { handedOverCap } from '../safety/caps';
import { resultText } from '../tool_calls';
import { plainMarkdown } from './plain_markdown';

const valueText = (block: ValueBlock): string => block.text ?? JSON.stringify(block.value, null, 2);

function answerText(block: ToolResultBlock): string {
  if (!block.parts) return block.output;
  const others = block.parts.map((part) =>
    part.type === 'text'
      ? part.text
      : 'value' in part
        ? valueText(part)
        : `[${part.name || part.url || part.mediaType}]`,
  );
  return block.parts.some((part) => part.type !== 'text') ? others.filter(Boolean).join('\n') : resultText(block);
}

function blockText(block: Block, read: (markdown: string) => string): string {
  switch (block.type) {
    case 'text':
      return read(block.text);
    case 'thinking':
      return block.text;
    case 'tool_use':
      return `${block.name} ${block.rawInput ?? JSON.stringify(block.input)}`;
    case 'tool_result':
      return answerText(block);
    case 'structured':
    case 'unknown':
      return valueText(block);
    default:
      return block.name || block.url || '';
  }
}

function textOf(row: Row, read: (markdown: string) => string): string {
  if (row.plain !== undefined) return row.plain;
  if (row.question) return row.question.text;
  if (row.raw) return row.raw.json;
  return row.blocks
    .map((block) => blockText(block, read))
    .filter(Boolean)
    .join('\n\n');
}

/** What "copy" takes from a message: everything it says, from its values, as written or as displayed. */
export const writtenText = (row: Row): string => textOf(row, (markdown) => markdown);
export const readText = (row: Row): string => textOf(row, plainMarkdown);

/**
 * What is too long for the page to hand over, or to render while a person waits, is copied by the program from the
 * library, as Markdown, with a notice; false then.
 */
export function copyMessage(row: Row, read: () => string, bridge: Bridge): boolean {
  const text = writtenText(row).length <= handedOverCap ? read() : undefined;
  const isHandedOver = text !== undefined && text.length <= handedOverCap;
  if (isHandedOver) bridge.call('copyText', { text });
  else bridge.call('copyRange', { generation: row.generation, first: row.ordinal, last: row.ordinal });
  return isHandedOver && text !== '';
}
