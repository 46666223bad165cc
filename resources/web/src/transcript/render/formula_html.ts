import katex from 'katex';
import type { FormulaRoom, OneFormula } from '../safety/formula_room';

const errorColour = '#B02B27';
const startOfCounting = '\\@countfromhere';

interface Token {
  text: string;
}

/** What the library passes to a command that is a function: it reads the formula. */
interface Expander {
  pushTokens(tokens: Token[]): void;
  consumeArgs(count: number, ends?: string[][]): Token[][];
}

/** The library counts how often commands expand, but not to what. */
function countWhat(expander: Expander, one: OneFormula): void {
  const pushTokens = expander.pushTokens.bind(expander);
  const consumeArgs = expander.consumeArgs.bind(expander);
  expander.pushTokens = (tokens) => {
    one.takeTokens(tokens);
    pushTokens(tokens);
  };
  expander.consumeArgs = (count, ends) => {
    const given = consumeArgs(count, ends);
    one.checkArguments(given);
    return given;
  };
}

const asText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** A formula as HTML, to be sanitised before use; undefined if it would become too large. A wrong one has the error colour. */
export function formulaHtml(text: string, display: boolean, room: FormulaRoom): string | undefined {
  try {
    const one = room.begin(text);
    let isCounted = false;
    const count = (expander: unknown): string => {
      if (!isCounted) countWhat(expander as Expander, one);
      isCounted = true;
      return '';
    };
    return katex.renderToString(`${startOfCounting} ${text}`, {
      displayMode: display,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: room.expansionsOf(text) + 1,
      maxSize: 20,
      output: 'html',
      macros: { [startOfCounting]: count as unknown as string },
    });
  } catch (error) {
    if (!(error instanceof katex.ParseError)) return undefined;
    return `<span class="katex-error" style="color:${errorColour}">${asText(text)}</span>`;
  }
}
