import type { Json, ToolResultBlock, ToolUseBlock } from './contract';

export interface ToolCall {
  name: string;
  use?: ToolUseBlock;
  result?: ToolResultBlock;
}

/** Pairs the calls and results of one message by id. */
export function pairTools(blocks: (ToolUseBlock | ToolResultBlock)[]): ToolCall[] {
  const calls: ToolCall[] = [];
  for (const block of blocks) {
    if (block.type === 'tool_use') calls.push({ name: block.name, use: block });
    else {
      const call = calls.find(
        (candidate) => candidate.use !== undefined && !candidate.result && candidate.use.id === block.id,
      );
      if (call) call.result = block;
      else calls.push({ name: block.name, result: block });
    }
  }
  return calls;
}

/** All words of a result. */
export function resultText({ output, parts }: ToolResultBlock): string {
  return parts
    ? parts
        .map((part) => (part.type === 'text' ? part.text : ''))
        .filter(Boolean)
        .join('\n')
    : output;
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 300);

const telling = /^(?:command|cmd|path|file|file_path|query|url|code)$/;

/** The arguments in one line: a lone value, or the most telling one, by itself; more as key: value. */
export function argumentsLine(input: Json): string {
  if (typeof input !== 'object' || input === null) return oneLine(input === null ? '' : String(input));
  const entries = Object.entries(input);
  const text = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
  // From a log they come sorted by key: "content" is before "path".
  const best = entries.length === 1 ? entries[0] : entries.find(([key]) => telling.test(key));
  if (best) return oneLine(text(best[1]));
  return oneLine(entries.map(([key, value]) => `${key}: ${text(value)}`).join(', '));
}
