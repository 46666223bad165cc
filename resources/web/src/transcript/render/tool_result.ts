import type { MediaBlock, ResultPart, Row, ToolResultBlock, ValueBlock } from '../contract';
import { el } from '../dom';
import { isUnifiedDiff } from '../markdown/unified_diff';
import { lineCountCap, outputCap, outputLines } from '../safety/caps';
import { reachOf } from '../safety/text_room';
import { visibleText } from '../safety/visible_text';
import { resultText } from '../tool_calls';
import { say } from '../words';
import { codeText, copyButton, onActivate } from './code';
import type { Context } from './context';
import { cutNote } from './cut_note';
import { diffCards } from './diff';
import { jsonTree, openedFor } from './json_tree';
import { mediaBlock, pictures } from './media';

/** Lines of a result on paper. */
const printedLines = 60;

export interface ResultPlace {
  row: Row;
  foldKey: string;
  firstPicture: number;
  isSought(text: string): boolean;
}

function moreButton(lines: string[], isWhole: boolean, show: (isWhole: boolean) => void): HTMLElement {
  let isOpen = isWhole;
  const label = (): string => (isOpen ? say('showFewerLines') : say('showAllLines', lines.length));
  const button = el('button', 'link', label());
  button.type = 'button';
  onActivate(button, () => {
    isOpen = !isOpen;
    button.textContent = label();
    show(isOpen);
  });
  return el('div', 'more', button);
}

function textView(written: string, isError: boolean, place: ResultPlace, context: Context): HTMLElement[] {
  if (!isError && isUnifiedDiff(written)) return diffCards(written, context);
  const reach = reachOf(written, 0, outputCap, lineCountCap);
  const lines = written.slice(0, reach).replace(/\n$/, '').split('\n');
  const rest = written.length > reach && !context.isPrinted ? cutNote(written, reach, context) : null;
  const pre = el('pre', isError ? 'code bad' : 'code');
  pre.tabIndex = 0;
  const most = context.isPrinted ? printedLines : outputLines;
  const isShort = lines.length <= most;
  const key = context.nextFold('lines');
  const isWhole = isShort || context.folds.get(key, false) || place.isSought(lines.slice(most).join('\n'));
  const show = (isOpen: boolean): void => {
    pre.replaceChildren(...visibleText((isOpen ? lines : lines.slice(0, most)).join('\n')));
    if (rest) rest.hidden = !isOpen;
  };
  show(isWhole);
  const end = rest ? [rest] : [];
  if (isShort) return [pre, ...end];
  if (context.isPrinted) return [pre, el('div', 'more notprinted', say('linesNotPrinted', lines.length - most))];
  const keep = (isOpen: boolean): void => {
    context.folds.set(key, isOpen);
    show(isOpen);
  };
  return [pre, moreButton(lines, isWhole, keep), ...end];
}

function otherView(part: ValueBlock, context: Context): HTMLElement {
  const body = part.text === undefined ? jsonTree(part.value, openedFor(context)) : codeText(part.text);
  return el('div', 'otherpart', el('div', 'meta t3', ...visibleText(part.name ?? say('unknownBlock'))), body);
}

type Run = { pictures: MediaBlock[] } | { part: Exclude<ResultPart, MediaBlock> | MediaBlock };

/** Neighbouring pictures share a row. */
function runsOf(parts: ResultPart[]): Run[] {
  const runs: Run[] = [];
  for (const part of parts) {
    const last = runs[runs.length - 1];
    if (part.type !== 'image') runs.push({ part });
    else if (last && 'pictures' in last) last.pictures.push(part);
    else runs.push({ pictures: [part] });
  }
  return runs;
}

/** Pictures of a result that the viewer can open, or the person have loaded: the others are told of only. */
const isReachable = (part: ResultPart): boolean => part.type === 'image' && Boolean(part.hash || part.url);

export const reachablePictures = (result: ToolResultBlock): number => (result.parts ?? []).filter(isReachable).length;

function partsView(result: ToolResultBlock, parts: ResultPart[], place: ResultPlace, context: Context): HTMLElement[] {
  let picture = place.firstPicture;
  return runsOf(parts).flatMap((run, index) => {
    if ('pictures' in run) {
      const first = picture;
      picture += run.pictures.filter(isReachable).length;
      return [pictures(run.pictures, first, place.row, `${place.foldKey}.${index}`, context)];
    }
    const { part } = run;
    if (part.type === 'text') return textView(part.text, Boolean(result.isError), place, context);
    return ['value' in part ? otherView(part, context) : mediaBlock(part, place.row, context)];
  });
}

/** What a tool answered, each part by its kind. */
export function resultView(result: ToolResultBlock, place: ResultPlace, context: Context): HTMLElement {
  const views = result.parts
    ? partsView(result, result.parts, place, context)
    : textView(result.output, Boolean(result.isError), place, context);
  const output = resultText(result);
  const hasItsOwn = views.every((view) => view.matches('.box')); // differences, each with all of the text
  return el('div', 'outcell', ...views, output && !hasItsOwn ? copyButton(() => output, context) : null);
}
