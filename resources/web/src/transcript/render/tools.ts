import type { Block, Row, ToolResultBlock, ToolUseBlock } from '../contract';
import { el } from '../dom';
import { textOfJson } from '../find/sought';
import { lastStates, withoutSequences } from '../safety/terminal';
import { visibleText } from '../safety/visible_text';
import { argumentsLine, oneLine, pairTools, resultText, type ToolCall } from '../tool_calls';
import type { Place } from '../tool_results';
import { durationText, say, sizeText } from '../words';
import { onActivate } from './code';
import { inPart, type Context } from './context';
import { cutNote, plainReach } from './cut_note';
import { icon } from './icons';
import { jsonTree, openedFor } from './json_tree';
import { saidAround } from './said';
import { resultView, type ResultPlace } from './tool_result';

const mostForLine = 2_000;

// Not with a Blob: its text would go to another process.
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Bytes of its words and of its attachments. */
function sizeOf(result: ToolResultBlock): number {
  const others = (result.parts ?? []).map((part) =>
    'value' in part ? bytesOf(JSON.stringify(part.value)) : 'size' in part ? (part.size ?? 0) : 0,
  );
  return others.reduce((sum, size) => sum + size, bytesOf(resultText(result)));
}

/** `duration`: from the call to the result, if each has its own time. */
function resultMark(result: ToolResultBlock | undefined, isRecorded = false, duration?: number): HTMLElement {
  if (!result) return el('span', 'res t3', say(isRecorded ? 'toolWithoutResult' : 'toolNoResult'));
  const size = sizeOf(result);
  const isEmpty = !result.output && !result.parts?.length;
  const parts = [
    result.isError ? say('toolFailed') : isEmpty ? say('toolEmptyResult') : size > 0 ? sizeText(size) : '',
  ].filter(Boolean);
  if (duration !== undefined && duration >= 0) parts.push(durationText(duration));
  return el(
    'span',
    `res ${result.isError ? 'bad' : 'ok'}`,
    icon(result.isError ? 'x' : 'check', 's'),
    parts.join(' · '),
  );
}

/** As the model wrote them. */
function writtenArguments(text: string, context: Context): HTMLElement {
  const shown = plainReach(text, 0);
  const pre = el('pre', 'code', ...visibleText(text.slice(0, shown)));
  return text.length > shown ? el('div', 'written', pre, cutNote(text, shown, context)) : pre;
}

function callBody(call: ToolCall, place: ResultPlace, context: Context): HTMLElement {
  const body = el('div', 'tbody');
  const table = el('div', 'tb');
  if (call.use) {
    const raw = call.use.rawInput;
    table.append(
      el('span', '', say('toolArguments')),
      raw === undefined
        ? el('div', 'args', jsonTree(call.use.input, openedFor(context)))
        : writtenArguments(raw, context),
    );
  }
  if (call.result) table.append(el('span', '', say('toolResult')), resultView(call.result, place, context));
  body.append(table);
  return body;
}

/** Beside a call whose result is in a later message, or beside that result: leads to the other. */
class OtherPart {
  readonly element = el('span', 'other');
  private at = -1;

  constructor(
    private readonly label: string,
    private readonly context: Context,
  ) {}

  show(ordinal: number): void {
    if (this.context.isPrinted || this.at === ordinal) return;
    this.at = ordinal;
    const link = el('button', 'link', this.label);
    link.type = 'button';
    onActivate(link, () => this.context.goTo(ordinal));
    this.element.replaceChildren(link);
  }
}

interface Head {
  name: HTMLElement;
  mark: HTMLElement;
  other?: HTMLElement;
}

const nameOf = (name: string): HTMLElement => el('b', '', ...visibleText(name));
const placeOf = ({ seq, ordinal, time, untimed }: Row): Place => ({ seq, ordinal, time: untimed ? undefined : time });

const durationBetween = (call: Place, result: Place): number | undefined =>
  call.time === undefined || result.time === undefined ? undefined : result.time - call.time;

/** The mark of a call with its result in a later message follows that result's. */
function laterResult(use: ToolUseBlock, row: Row, context: Context): Head {
  let mark = resultMark(undefined, row.imported);
  const other = new OtherPart(say('toolResultBelow'), context);
  context.toolResults.expect(placeOf(row), use, (result, at) => {
    const next = resultMark(result, false, durationBetween(placeOf(row), at));
    mark.replaceWith(next);
    mark = next;
    other.show(at.ordinal);
  });
  return { name: nameOf(use.name), mark, other: other.element };
}

/** A lone result names its call; some only have the call's id. */
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

/** Only the beginning of what may be long is examined. */
const lineOfResult = (result: ToolResultBlock): string =>
  oneLine(lastStates(withoutSequences(resultText(result).slice(0, mostForLine))));

function headLine({ use, result }: ToolCall): string {
  if (!use) return result ? lineOfResult(result) : '';
  return use.rawInput === undefined ? argumentsLine(use.input) : oneLine(use.rawInput);
}

/** Everything the open call shows. */
function callText(call: ToolCall): string {
  const input = call.use ? (call.use.rawInput ?? textOfJson(call.use.input)) : '';
  const result = call.result
    ? `${resultText(call.result)}\n${textOfJson((call.result.parts ?? []).map((part) => ('value' in part ? part.value : null)))}`
    : '';
  return `${input}\n${withoutSequences(result)}`;
}

function toolRow(
  call: ToolCall,
  row: Row,
  foldKey: string,
  opensItself: boolean,
  firstPicture: number,
  context: Context,
): HTMLElement {
  const { name, mark, other } = headOf(call, row, context);
  const head = el(
    'button',
    'th',
    el('span', 'chev', icon('chevron-right', 's')),
    name,
    el('span', 'mono grow elide', ...visibleText(headLine(call))),
    mark,
  );
  head.type = 'button';
  const isSought = (text: () => string): boolean => context.isSought(row.ordinal, text);
  const box = el('div', 'tool', el('div', 'trow', head, other ?? null));
  let body: HTMLElement | null = null;
  const setOpen = (open: boolean): void => {
    head.setAttribute('aria-expanded', String(open));
    if (open && !body) {
      body = callBody(call, { row, foldKey, firstPicture, isSought }, inPart(foldKey, context));
      box.append(body);
    }
    if (body) body.hidden = !open;
  };
  setOpen(context.isPrinted || context.folds.get(foldKey, opensItself) || isSought(() => callText(call)));
  onActivate(head, () => {
    const open = head.getAttribute('aria-expanded') !== 'true';
    context.folds.set(foldKey, open);
    setOpen(open);
  });
  return box;
}

/** Neighbouring calls in one frame; a failed last call opens by itself. `pictureAt`: how many pictures of the message precede a block. */
export function toolFrame(
  blocks: (ToolUseBlock | ToolResultBlock)[],
  row: Row,
  foldKey: string,
  pictureAt: ReadonlyMap<Block, number>,
  context: Context,
): HTMLElement {
  const calls = pairTools(blocks);
  return el(
    'div',
    'tools',
    ...calls.map((call, index) =>
      toolRow(
        call,
        row,
        `${foldKey}.${index}`,
        index === calls.length - 1 && Boolean(call.result?.isError),
        (call.result && pictureAt.get(call.result)) ?? 0,
        context,
      ),
    ),
  );
}
