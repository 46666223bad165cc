import { el, onTrusted } from '../dom';
import { markdownHtml } from '../markdown/parse';
import type { Slot } from '../markdown/slots';
import { cellCap } from '../safety/caps';
import { cleanMarkdown } from '../safety/sanitise';
import { showHidden, visibleText } from '../safety/visible_text';
import { say } from '../words';
import { codeCard, codeTitle } from './code';
import type { Context } from './context';
import { diagramCard } from './diagram';
import { diffCards } from './diff';
import { Formulas } from './formulas';
import { icon } from './icons';
import { armLink } from './links';
import { remotePicture } from './media';

function codeNodes(slot: Slot & { kind: 'code' }, context: Context, isDraft: boolean): Node[] {
  const { language } = codeTitle(slot.info);
  if (!isDraft && language === 'mermaid') return [diagramCard(slot.text, context)];
  if (!isDraft && (language === 'diff' || language === 'patch')) {
    const cards = diffCards(slot.text, context);
    if (cards.length) return cards;
  }
  return [codeCard(slot.info, slot.text, context, isDraft)];
}

function footnoteMark(number: number): HTMLElement {
  const mark = el('button', 'fnref', String(number));
  mark.type = 'button';
  onTrusted(mark, 'click', (event) => {
    event.stopPropagation();
    mark.closest('.prose')?.querySelectorAll('.footnote-item')[number - 1]?.scrollIntoView({ block: 'nearest' });
  });
  return mark;
}

function taskBox(done: boolean): HTMLElement {
  const box = el('span', done ? 'taskbox on' : 'taskbox', done ? icon('check', 'xs') : null);
  box.setAttribute('role', 'checkbox');
  box.setAttribute('aria-checked', String(done));
  box.setAttribute('aria-disabled', 'true');
  return box;
}

function slotNodes(slot: Slot, context: Context, isDraft: boolean, formulas: Formulas): Node[] {
  switch (slot.kind) {
    case 'code': return codeNodes(slot, context, isDraft);
    case 'math': return [formulas.node(slot.text, slot.display, context, isDraft)];
    case 'image': return [remotePicture(slot.address, slot.text, context)];
    case 'task': return [taskBox(slot.done)];
    case 'footnote': return [footnoteMark(slot.number)];
    case 'tableCut': return [el('div', 'capnote', say('tableCut', cellCap))];
  }
}

const shortCell = 16; // letters of the width of Latin ones
const wideLetters = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]/g;

/** A number and its unit stand in one line, however much the column beside them says. */
function isShort(cell: Element): boolean {
  const text = cell.textContent?.trim() ?? '';
  return text !== '' && !cell.querySelector('.qd-slot') && text.replace(wideLetters, 'xx').length <= shortCell;
}

function dressTables(root: DocumentFragment): void {
  for (const table of root.querySelectorAll('table')) {
    table.className = 'md';
    for (const cell of table.querySelectorAll('[align="right"]')) cell.className = 'r';
    for (const cell of table.querySelectorAll('td, th.r')) cell.classList.toggle('short', isShort(cell));
    const frame = el('div', 'wide tableframe');
    frame.tabIndex = 0;
    table.replaceWith(frame);
    frame.append(table);
  }
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Marks of lists, bars of quotations and columns stand on the side where their text begins. A paragraph finds its own. */
function turnAround(root: DocumentFragment): void {
  for (const box of root.querySelectorAll('ul, ol, blockquote, table')) {
    const letter = /\p{L}/u.exec(box.textContent ?? '');
    if (letter && rightToLeft.test(letter[0])) box.setAttribute('dir', 'rtl');
  }
}

function asWritten(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(el('div', 'capnote', say('nestedTooDeep')), el('div', 'longline', ...visibleText(text)));
  return fragment;
}

/** Markdown text as nodes, sanitised, with code, formulas, diagrams and links made by us. `formulas`: those of its message. */
export function markdownNodes(text: string, context: Context, isDraft = false, formulas = new Formulas()): DocumentFragment {
  const { tooDeep, html, slots, written } = markdownHtml(text);
  if (tooDeep) return asWritten(text);
  const fragment = cleanMarkdown(html);
  showHidden(fragment);
  if (rightToLeft.test(text)) turnAround(fragment);
  dressTables(fragment);
  for (const link of fragment.querySelectorAll('a')) armLink(link, written.get(link.getAttribute('href') ?? ''), context);
  const gaps = [...fragment.querySelectorAll('.qd-slot')];
  gaps.forEach((gap, index) => gap.replaceWith(...(slots[index] ? slotNodes(slots[index], context, isDraft, formulas) : [])));
  fragment.append(formulas.cutNote() ?? '');
  return fragment;
}
