import type { MediaBlock, ResultPart, Row, ToolResultBlock, ValueBlock } from '../contract';
import { el } from '../dom';
import { foldedOutput, type FoldedOutput } from '../folded_output';
import { isUnifiedDiff } from '../markdown/unified_diff';
import { lineCountCap, outputCap, outputLines, outputStart } from '../safety/caps';
import { terminalText, withoutSequences } from '../safety/terminal';
import { reachOf } from '../safety/text_room';
import { visibleText } from '../safety/visible_text';
import { resultText } from '../tool_calls';
import { wholeJson } from '../whole_json';
import { count, say, shortCount } from '../words';
import { codeText, copyButton, onActivate } from './code';
import type { Context } from './context';
import { cutNote } from './cut_note';
import { diffCards } from './diff';
import { jsonTree, openedFor } from './json_tree';
import { mediaBlock, pictures } from './media';
import { scrollBox } from './scroll_box';

/** Lines of a result on paper. */
const printedLines = 60;

export interface ResultPlace {
  row: Row;
  foldKey: string;
  firstPicture: number;
  isSought(text: () => string): boolean;
}

/** All of its lines or, if only line ends are missing, this much more. */
const moreWords = ({ short, whole, lines }: FoldedOutput): string =>
  lines > short.split('\n').length
    ? say('showAllLines', count(lines))
    : say('showMoreItems', shortCount(whole.length - short.length));

/** What is folded; if lines were overwritten, that may be anything. */
const beyond = ({ short, whole }: FoldedOutput): string =>
  withoutSequences(whole.startsWith(short) ? whole.slice(short.length) : whole);

function moreButton(words: string, isWhole: boolean, show: (isWhole: boolean) => void): HTMLElement {
  let isOpen = isWhole;
  const label = (): string => (isOpen ? say('showFewerLines') : words);
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
  const plain = withoutSequences(written);
  if (!isError && isUnifiedDiff(plain)) return diffCards(plain, context);
  const value = isError ? undefined : wholeJson(written);
  if (value !== undefined)
    return [el('div', 'otherpart', jsonTree(value, { ...openedFor(context), isTerminal: true }))];
  const reach = reachOf(written, 0, outputCap, lineCountCap);
  const rest = written.length > reach && !context.isPrinted ? cutNote(written, reach, context) : null;
  const most = context.isPrinted ? printedLines : outputLines;
  const output = foldedOutput(written.slice(0, reach), most, context.isPrinted ? Infinity : outputStart);
  const pre = scrollBox(el('pre', isError ? 'code bad' : 'code'), say('toolResult'));
  const isShort = output.short === output.whole;
  const key = context.nextFold('lines');
  const isWhole = isShort || context.folds.get(key, false) || place.isSought(() => beyond(output));
  const show = (isOpen: boolean): void => {
    pre.replaceChildren(...terminalText(isOpen ? output.whole : output.short));
    if (rest) rest.hidden = !isOpen;
  };
  show(isWhole);
  const end = rest ? [rest] : [];
  if (isShort) return [pre, ...end];
  if (context.isPrinted) {
    const left = output.lines - output.short.split('\n').length;
    return [pre, el('div', 'more notprinted', say('linesNotPrinted', count(left)))];
  }
  const keep = (isOpen: boolean): void => {
    context.folds.set(key, isOpen);
    show(isOpen);
  };
  return [pre, moreButton(moreWords(output), isWhole, keep), ...end];
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

/** A result's pictures that the viewer can open, or the person can load: the others are only mentioned. */
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
  const output = withoutSequences(resultText(result));
  const hasItsOwn = views.every((view) => view.matches('.box')); // differences, each with all of the text
  return el('div', 'outcell', ...views, output && !hasItsOwn ? copyButton(() => output, context) : null);
}
