import { el } from '../dom';
import { formulaCap, formulasAtOnce, mathAtOnce, mathTextCap } from '../safety/caps';
import { FormulaRoom } from '../safety/formula_room';
import { say } from '../words';
import type { Context } from './context';
import { formula as setFormula, writtenFormula } from './math';

// How many waiting ones, or elements, are inserted at once: each time their paragraph is laid out anew.
const batch = 100;
const batchElements = 3_000;

/** The formulas of one message: this many are set, the first at once and the others when there is time. */
export class Formulas {
  private count = 0;
  private size = 0;
  private cutBehind: number | undefined; // so many are set
  private readonly room = new FormulaRoom();
  private readonly waiting: { box: HTMLElement; text: string; display: boolean }[] = [];
  private made: { box: HTMLElement; formula: HTMLElement }[] = [];
  private elements = 0; // of those
  private next = 0;
  private isCutSaid = false;

  node(text: string, display: boolean, context: Context, isDraft: boolean): HTMLElement {
    this.count += 1;
    this.size += text.length;
    if (this.count <= formulasAtOnce && this.size <= mathAtOnce) return this.set(text, display);
    const box = writtenFormula(text);
    if (this.count > formulaCap || this.size > mathTextCap) this.cutBehind ??= this.count - 1;
    if (isDraft || this.cutBehind !== undefined) return box; // of a draft soon all are set again
    if (this.waiting.push({ box, text, display }) === this.next + 1) context.later(() => this.setNext());
    return box;
  }

  /** Said once, where it is known. */
  cutNote(): HTMLElement | null {
    if (this.isCutSaid || this.cutBehind === undefined) return null;
    this.isCutSaid = true;
    return el('div', 'capnote', say('formulasCut', this.cutBehind));
  }

  private setNext(): boolean {
    const { box, text, display } = this.waiting[this.next];
    this.next += 1;
    if (box.isConnected) this.make(box, text, display);
    const isLast = this.next === this.waiting.length;
    if (isLast || this.made.length === batch || this.elements > batchElements) this.putIn();
    return !isLast;
  }

  private make(box: HTMLElement, text: string, display: boolean): void {
    const formula = this.set(text, display);
    this.made.push({ box, formula });
    this.elements += formula.getElementsByTagName('*').length;
  }

  private putIn(): void {
    for (const { box, formula } of this.made) box.replaceWith(formula);
    this.made = [];
    this.elements = 0;
  }

  private set(text: string, display: boolean): HTMLElement {
    return setFormula(text, display, this.room);
  }
}
