import { mathCellCap, mathCellsCap, mathExpansionCap, mathTokenCap, mathTokensCap } from './caps';

// Its own commands are what makes a short formula long; the others expand to a few signs each.
const definesCommands = /\\(?:[gex]?def|(?:re)?newcommand|providecommand|(?:future)?let|global|long)(?![a-zA-Z])/;
const costOfDefining = 50;
const cellEnd = /^(?:&|\\\\|\\cr)$/;
const cellEnds = /&|\\\\|\\cr(?![a-zA-Z])/g;
const placesOfOurs = 4; // of an argument, in a command that no formula has defined

export class FormulaTooLarge extends Error {}

/** What the formulas of one message may still become, however short they are written. */
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

  /** Throws where there is no room for it as it is written. */
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

/** A formula while it is read: its commands are counted by what they become, for one may hold thousands of signs and double them each time. */
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

  /** Before they are put in: so often they may stand in a command. */
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
