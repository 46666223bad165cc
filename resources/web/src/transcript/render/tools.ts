import type { Row, ToolResultBlock, ToolUseBlock } from '../contract';
import { el } from '../dom';
import { lineCountCap, outputCap, outputLines } from '../safety/caps';
import { reachOf } from '../safety/text_room';
import { visibleText } from '../safety/visible_text';
import { argumentsLine, oneLine, pairTools, type ToolCall } from '../tool_calls';
import type { Place } from '../tool_results';
import { durationText, say, sizeText } from '../words';
import { copyButton, onActivate } from './code';
import type { Context } from './context';
import { icon } from './icons';
import { jsonTree, openedFor } from './json_tree';
import { saidAround } from './said';

function resultMark(result: ToolResultBlock | undefined, isRecorded = false): HTMLElement {
  if (!result) return el('span', 'res t3', say(isRecorded ? 'toolWithoutResult' : 'toolNoResult'));
  const parts = [result.isError ? say('toolFailed') : result.output ? sizeText(new Blob([result.output]).size) : say('toolEmptyResult')];
  if (result.duration !== undefined) parts.push(durationText(result.duration));
  return el('span', `res ${result.isError ? 'bad' : 'ok'}`, icon(result.isError ? 'x' : 'check', 's'), parts.join(' · '));
}

/** Lines of a result on paper. */
const printedLines = 60;

function outputView(result: ToolResultBlock, isSought: (text: string) => boolean, isPrinted: boolean): { pre: HTMLElement; more: HTMLElement | null } {
  const shown = reachOf(result.output, 0, outputCap, lineCountCap);
  const text = result.output.length > shown ? `${result.output.slice(0, shown)}\n…` : result.output;
  const lines = text.replace(/\n$/, '').split('\n');
  const pre = el('pre', result.isError ? 'code bad' : 'code');
  pre.tabIndex = 0;
  const most = isPrinted ? printedLines : outputLines;
  const isShort = lines.length <= most;
  let isWhole = isShort || isSought(lines.slice(most).join('\n'));
  const show = (): void => pre.replaceChildren(...visibleText((isWhole ? lines : lines.slice(0, most)).join('\n')));
  show();
  if (isShort) return { pre, more: null };
  if (isPrinted) return { pre, more: el('div', 'more notprinted', say('linesNotPrinted', lines.length - most)) };
  const label = (): string => (isWhole ? say('showFewerLines') : say('showAllLines', lines.length));
  const button = el('button', 'link', label());
  button.type = 'button';
  onActivate(button, () => {
    isWhole = !isWhole;
    button.textContent = label();
    show();
  });
  return { pre, more: el('div', 'more', button) };
}

function callBody(call: ToolCall, isSought: (text: string) => boolean, context: Context): HTMLElement {
  const body = el('div', 'tbody');
  const table = el('div', 'tb');
  if (call.use) {
    const raw = call.use.rawInput;
    table.append(el('span', '', say('toolArguments')), raw === undefined ? el('div', 'args', jsonTree(call.use.input, openedFor(context))) : el('pre', 'code', ...visibleText(raw.slice(0, outputCap))));
  }
  if (call.result) {
    const { pre, more } = outputView(call.result, isSought, context.isPrinted);
    const output = call.result.output;
    const cell = el('div', 'outcell', pre);
    if (output) cell.append(copyButton(() => output, context));
    table.append(el('span', '', say('toolResult')), cell);
    body.append(table);
    if (more) body.append(more);
  } else body.append(table);
  return body;
}

/** Beside a call whose result is in a later message, or that result: what leads to the other. */
class OtherPart {
  readonly element = el('span', 'other');
  private at = -1;

  constructor(private readonly label: string, private readonly context: Context) {}

  show(ordinal: number): void {
    if (this.context.isPrinted || this.at === ordinal) return;
    this.at = ordinal;
    const link = el('button', 'link', this.label);
    link.type = 'button';
    onActivate(link, () => this.context.goTo(ordinal));
    this.element.replaceChildren(link);
  }
}

interface Head { name: HTMLElement; mark: HTMLElement; other?: HTMLElement }

const nameOf = (name: string): HTMLElement => el('b', '', ...visibleText(name));
const placeOf = ({ seq, ordinal }: Row): Place => ({ seq, ordinal });

/** The mark of a call whose result is in a later message follows that one. */
function laterResult(use: ToolUseBlock, row: Row, context: Context): Head {
  let mark = resultMark(undefined, row.imported);
  const other = new OtherPart(say('toolResultBelow'), context);
  context.toolResults.expect(placeOf(row), use, (result, at) => {
    const next = resultMark(result);
    mark.replaceWith(next);
    mark = next;
    other.show(at.ordinal);
  });
  return { name: nameOf(use.name), mark, other: other.element };
}

/** A result by itself says of which call it is; some name it by its id only. */
function earlierCall(result: ToolResultBlock, row: Row, context: Context): Head {
  const name = el('span', 'of', ...saidAround('toolResultOf', nameOf(result.name)));
  const other = new OtherPart(say('toolCallAbove'), context);
  context.toolResults.tell(placeOf(row), result, (call, at) => {
    name.replaceChildren(...saidAround('toolResultOf', nameOf(call.name)));
    other.show(at.ordinal);
  });
  return { name, mark: resultMark(result), other: other.element };
}

function headOf(call: ToolCall, row: Row, context: Context): Head {
  if (call.use && !call.result) return laterResult(call.use, row, context);
  if (call.result && !call.use) return earlierCall(call.result, row, context);
  return { name: nameOf(call.name), mark: resultMark(call.result) };
}

function headLine({ use, result }: ToolCall): string {
  if (!use) return oneLine(result?.output ?? '');
  return use.rawInput === undefined ? argumentsLine(use.input) : oneLine(use.rawInput);
}

/** All that the open call shows. */
function callText(call: ToolCall): string {
  const input = call.use ? call.use.rawInput ?? JSON.stringify(call.use.input) : '';
  return `${input}\n${call.result?.output ?? ''}`;
}

function toolRow(call: ToolCall, row: Row, foldKey: string, opensItself: boolean, context: Context): HTMLElement {
  const { name, mark, other } = headOf(call, row, context);
  const head = el('button', 'th', el('span', 'chev', icon('chevron-right', 's')), name,
    el('span', 'mono grow elide', ...visibleText(headLine(call))), mark);
  head.type = 'button';
  const isSought = (text: string): boolean => context.isSought(row.ordinal, text);
  const box = el('div', 'tool', el('div', 'trow', head, other ?? null));
  let body: HTMLElement | null = null;
  const setOpen = (open: boolean): void => {
    head.setAttribute('aria-expanded', String(open));
    if (open && !body) {
      body = callBody(call, isSought, context);
      box.append(body);
    }
    if (body) body.hidden = !open;
  };
  setOpen(context.isPrinted || context.folds.get(foldKey, opensItself) || isSought(callText(call)));
  onActivate(head, () => {
    const open = head.getAttribute('aria-expanded') !== 'true';
    context.folds.set(foldKey, open);
    setOpen(open);
  });
  return box;
}

/** Neighbouring calls in one frame; a failed last call opens by itself. */
export function toolFrame(blocks: (ToolUseBlock | ToolResultBlock)[], row: Row, foldKey: string, context: Context): HTMLElement {
  const calls = pairTools(blocks);
  return el('div', 'tools', ...calls.map((call, index) => (
    toolRow(call, row, `${foldKey}.${index}`, index === calls.length - 1 && Boolean(call.result?.isError), context))));
}
