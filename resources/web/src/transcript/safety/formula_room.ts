import { mathCellCap, mathCellsCap, mathExpansionCap, mathTokenCap, mathTokensCap } from './caps';

// Its own macros are what makes a short formula long; the others expand to a few symbols each.
const definesCommands = /\\(?:[gex]?def|(?:re)?newcommand|providecommand|(?:future)?let|global|long)(?![a-zA-Z])/;
const costOfDefining = 50;
const cellEnd = /^(?:&|\\\\|\\cr)$/;
const cellEnds = /&|\\\\|\\cr(?![a-zA-Z])/g;
const placesOfOurs = 4; // of an argument, in a command that no formula has defined

export class FormulaTooLarge extends Error {}

/** How large the formulas of one message may still become, however short their source. */
export class FormulaRoom {
  private expansions = mathExpansionCap; // left for those that define commands
  private tokens = mathTokensCap;
  private cells = mathCellsCap;

  /** How often the commands of a formula may expand. */
  expansionsOf(text: string): number {
    if (!definesCommands.test(text)) return Math.min(mathExpansionCap, 100 + 4 * text.length);
    const most = this.expansions;
    this.expansions = Math.max(0, most - costOfDefining);
    return most;
  }

  /** Throws if there is no room for its source. */
  begin(text: string): OneFormula {
    const one = new OneFormula(this, text);
    one.takeCells(text.match(cellEnds)?.length ?? 0);
    return one;
  }

  take(tokens: number, cells: number): void {
    this.tokens -= tokens;
    this.cells -= cells;
    if (this.tokens < 0 || this.cells < 0) {
      // Smaller ones may still come.
      this.tokens = Math.max(0, this.tokens);
      this.cells = Math.max(0, this.cells + cells);
      throw new FormulaTooLarge();
    }
  }
}

/**
 * A formula being read: its commands are measured by their expansion, since one may contain thousands of symbols and
 * double them each time.
 */
export class OneFormula {
  private tokens = mathTokenCap;
  private cells = mathCellCap;
  private readonly places: number;

  constructor(
    private readonly room: FormulaRoom,
    text: string,
  ) {
    this.places = Math.max(placesOfOurs, text.split('#').length - 1);
  }

  takeCells(count: number): void {
    this.take(0, count);
  }

  takeTokens(tokens: readonly { text: string }[]): void {
    let cells = 0;
    if (tokens.length <= this.tokens) for (const { text } of tokens) if (cellEnd.test(text)) cells += 1;
    this.take(tokens.length, cells);
  }

  /** Before insertion: how many a command may contain. */
  checkArguments(given: readonly (readonly unknown[])[]): void {
    const size = given.reduce((sum, one) => sum + one.length, 0);
    if (size * this.places > 10 * mathTokenCap) throw new FormulaTooLarge();
  }

  private take(tokens: number, cells: number): void {
    this.tokens -= tokens;
    this.cells -= cells;
    if (this.tokens < 0 || this.cells < 0) throw new FormulaTooLarge();
    this.room.take(tokens, cells);
  }
}
