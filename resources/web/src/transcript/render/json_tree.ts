import type { Json } from '../contract';
import { el } from '../dom';
import { openIfSought, textOfJson } from '../find/sought';
import { cellCap, treeStep } from '../safety/caps';
import { hasSequences, terminalText } from '../safety/terminal';
import { visibleParts, visibleText } from '../safety/visible_text';
import { say, shortCount } from '../words';
import { onActivate } from './code';
import type { Context, FoldState } from './context';
import { icon } from './icons';

const longText = 2_000;
/** Entries of one value that open by themselves on paper, and how deep. */
const mostPrinted = 400;
/** Deeper levels begin at the left again: a value may be 500 levels deep, each leaving less room. */
const levelsIndented = 12;

/** What opens without a click: `left` counts down over all branches. */
export interface Opened {
  left: number;
  isPrinted: boolean;
  isTerminal?: boolean; // its texts are what programs wrote
  folds: FoldState;
  key: string; // of the value there; what is in it goes on by its place
}

export const openedFor = (context: Context): Opened => ({
  left: context.isPrinted ? mostPrinted : 0,
  isPrinted: context.isPrinted,
  folds: context.folds,
  key: context.nextFold('value'),
});

const isBranch = (value: Json): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' && value !== null;

const shortened = (text: string): string => (text.length > longText ? `${text.slice(0, longText)}…` : text);

/** Fills a box with a text: a long one shows its beginning first. */
function fillWith(text: string, box: HTMLElement, quote: string, key: string, opened: Opened): HTMLElement {
  const isTerminal = opened.isTerminal === true && hasSequences(text);
  const fill = (): void => box.replaceChildren(quote, ...(isTerminal ? terminalText(text) : visibleParts(text)), quote);
  if (text.length <= longText || opened.folds.get(key, false)) {
    fill();
    return box;
  }
  box.append(quote, ...visibleText(shortened(text)), quote);
  if (opened.isPrinted) return box;
  const more = el('button', 'link', say('showMoreItems', shortCount(text.length - longText)));
  more.type = 'button';
  box.append(' ', more);
  onActivate(more, () => {
    opened.folds.set(key, true);
    fill();
  });
  openIfSought(box, () => text, fill);
  return box;
}

function leaf(value: Json, key: string, opened: Opened): HTMLElement {
  if (typeof value === 'string') return fillWith(value, el('span', 'hljs-string'), '"', key, opened);
  return el('span', value === null || typeof value === 'boolean' ? 'hljs-keyword' : 'hljs-number', String(value));
}

function keyLabel(key: string | number): HTMLElement {
  return el(
    'span',
    '',
    el('span', typeof key === 'number' ? 't3' : 'hljs-attr', ...visibleText(shortened(String(key)))),
    el('span', 't3', ': '),
  );
}

function addChildren(
  box: HTMLElement,
  entries: [string | number, Json][],
  from: number,
  depth: number,
  foldKey: string,
  opened: Opened,
): void {
  entries.slice(from, from + treeStep).forEach(([key, value], index) => {
    box.append(node(key, value, depth, `${foldKey}.${from + index}`, opened));
  });
  const left = entries.length - from - treeStep;
  if (left <= 0) return;
  if (opened.isPrinted) {
    box.append(el('div', 't3 notprinted', say('itemsNotPrinted', left)));
    return;
  }
  const more = el('button', 'link', say('showMoreItems', Math.min(left, treeStep)));
  more.type = 'button';
  const goOn = (): void => {
    more.remove();
    addChildren(box, entries, from + treeStep, depth, foldKey, opened);
  };
  const moreKey = `${foldKey}.more.${from}`;
  onActivate(more, () => {
    opened.folds.set(moreKey, true);
    goOn();
  });
  openIfSought(
    more,
    () =>
      textOfJson(
        entries.slice(from + treeStep).map(([key, value]) => (typeof key === 'number' ? value : { [key]: value })),
      ),
    goOn,
  );
  box.append(more);
  if (opened.folds.get(moreKey, false)) goOn();
}

function node(key: string | number, value: Json, depth: number, foldKey: string, opened: Opened): HTMLElement {
  if (!isBranch(value)) return el('div', 'tn', keyLabel(key), leaf(value, foldKey, opened));
  const entries: [string | number, Json][] = Array.isArray(value)
    ? value.map((item, index) => [index, item])
    : Object.entries(value);
  const isOne = entries.length === 1;
  const count = Array.isArray(value)
    ? say(isOne ? 'itemOne' : 'items', entries.length)
    : say(isOne ? 'fieldOne' : 'fields', entries.length);
  const head = el('button', 'tb', icon('chevron-right', 'xs'), keyLabel(key), el('span', 't3', count));
  head.type = 'button';
  const children = el('div', 'tc');
  const isAtLeft = (depth + 1) % levelsIndented === 0;
  if (isAtLeft) children.classList.add('atleft');
  const toggle = (open: boolean): void => {
    head.setAttribute('aria-expanded', String(open));
    children.hidden = !open;
    if (!open || children.firstChild) return;
    if (isAtLeft) children.append(el('div', 'level t3', say('treeLevel', depth + 2)));
    addChildren(children, entries, 0, depth + 1, foldKey, opened);
  };
  const opensItself = entries.length <= opened.left;
  if (opensItself) opened.left -= entries.length;
  toggle(opened.folds.get(foldKey, opensItself || (depth === 0 && entries.length <= 12)));
  onActivate(head, () => {
    const open = Boolean(children.hidden);
    opened.folds.set(foldKey, open);
    toggle(open);
  });
  openIfSought(
    head,
    () => textOfJson(value),
    () => toggle(true),
  );
  return el('div', 'tn', head, children);
}

/** A value as a tree whose branches are made when they are opened. */
export function jsonTree(value: Json, opened: Opened): HTMLElement {
  const tree = el('div', 'tree mono');
  if (!isBranch(value)) tree.append(leaf(value, opened.key, opened));
  else
    addChildren(
      tree,
      Array.isArray(value) ? value.map((item, index): [number, Json] => [index, item]) : Object.entries(value),
      0,
      0,
      opened.key,
      opened,
    );
  return tree;
}

function tableColumns(value: Json): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const columns = new Set<string>();
  for (const item of value) {
    if (!isBranch(item) || Array.isArray(item) || Object.values(item).some((field) => isBranch(field)))
      return undefined;
    for (const key of Object.keys(item)) columns.add(key);
  }
  return columns.size > 0 && columns.size <= 12 && columns.size * value.length <= cellCap ? [...columns] : undefined;
}

/** A list of similar records as a table, anything else as a tree. */
export function structuredValue(value: Json, opened: Opened): HTMLElement {
  const columns = tableColumns(value);
  if (!columns) return jsonTree(value, opened);
  const items = value as { [key: string]: Json }[];
  const isNumber = (field: Json | undefined): boolean => typeof field === 'number';
  const isEmpty = (field: Json | undefined): boolean => field === undefined || field === null;
  const numeric = new Set(
    columns.filter((column) => items.every((item) => isNumber(item[column]) || isEmpty(item[column]))),
  );
  const head = el(
    'tr',
    '',
    ...columns.map((column) => el('th', numeric.has(column) ? 'r' : '', ...visibleText(shortened(column)))),
  );
  const rows = items.map((item, line) =>
    el(
      'tr',
      '',
      ...columns.map((column) => {
        const field = item[column];
        const box = el('td', numeric.has(column) ? 'r' : '');
        return fillWith(isEmpty(field) ? '' : String(field), box, '', `${opened.key}.${line}.${column}`, opened);
      }),
    ),
  );
  return el('table', 'md', el('thead', '', head), el('tbody', '', ...rows));
}
