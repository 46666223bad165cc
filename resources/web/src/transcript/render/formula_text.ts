const texts = new WeakMap<Element, string>();

/** As a formula that is set was written. */
export const formulaText = (formula: Element): string | undefined => texts.get(formula);

export function noteFormula(formula: Element, text: string): void {
  texts.set(formula, text.trim());
}
