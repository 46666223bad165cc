import { formulaText } from '../render/formula_text';

/** Who, when, and the available actions: not what is said. */
const besides = '.mh, .conttime, .bh';

/** The part of a range from one node to another, both included. */
function within(range: Range, first: Node, last: Node): Range | undefined {
  const part = document.createRange();
  part.setStartBefore(first);
  part.setEndAfter(last);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
    part.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(range.endContainer, range.endOffset);
  return part.collapsed ? undefined : part;
}

/** Things side by side, from one attachment to the next. */
function* runsIn(root: Element): Generator<[Node, Node]> {
  let first: Node | undefined;
  let last: Node = root;
  for (const child of root.childNodes) {
    const isBesides = child instanceof Element && child.matches(besides);
    if (isBesides || (child instanceof Element && child.querySelector(besides))) {
      if (first) yield [first, last];
      first = undefined;
      if (!isBesides) yield* runsIn(child as Element);
      continue;
    }
    first ??= child;
    last = child;
  }
  if (first) yield [first, last];
}

/** As displayed: none of a program's lines is left out. */
function tidied(text: string, isCode: boolean): string {
  const lines = text
    .replace(/\u00a0/g, ' ')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd();
  return isCode ? lines : lines.replace(/\n{3,}/g, '\n\n');
}

/** With more formulas than this the browser's own text is used: each costs a selection. */
const mostFormulas = 300;

function formulasIn(part: Range): Element[] {
  const { commonAncestorContainer: node } = part;
  const element = node instanceof Element ? node : node.parentElement;
  const around = element?.closest('.math');
  const found = around ? [around] : [...(element?.querySelectorAll('.math') ?? [])];
  return found.filter((formula) => formulaText(formula) !== undefined && part.intersectsNode(formula));
}

/** Formulas are copied as they were written: the browser would put their stacked parts on lines of their own. */
function readPart(part: Range, selection: Selection): string {
  const read = (range: Range): string => {
    if (range.collapsed) return '';
    selection.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
    return selection.toString();
  };
  const formulas = formulasIn(part);
  if (formulas.length === 0 || formulas.length > mostFormulas) return read(part);
  const texts: string[] = [];
  const between = part.cloneRange(); // who ends in a formula ends behind it: the range is collapsed then
  for (const formula of formulas) {
    between.setEndBefore(formula);
    const gap = formula.matches('.display') ? '\n\n' : '';
    texts.push(read(between), gap, formulaText(formula) ?? '', gap);
    between.setStartAfter(formula);
    between.setEnd(part.endContainer, part.endOffset);
  }
  return [...texts, read(between)].join('');
}

/** An element's text within a range, as the browser copies it: it only tells for a selection. The caller restores the selection. */
export function textIn(root: Element, range: Range, selection: Selection): string {
  const texts: string[] = [];
  for (const [first, last] of runsIn(root)) {
    const part = within(range, first, last);
    if (!part) continue;
    const isCode =
      first.parentElement?.closest('pre') !== null ||
      (first instanceof Element && (first.matches('pre') || first.querySelector('pre') !== null));
    texts.push(tidied(readPart(part, selection), isCode));
  }
  return texts.filter(Boolean).join('\n\n');
}
