export interface QuestionText { words: string; diff: string; after: string }

const diffBlock = /(?:^|\n)(`{3,})diff\n([\s\S]*?)\n\1(?=\n|$)/;

/** The words of a question, and the first difference that stands among them as a block of Markdown. */
export function questionText(text: string): QuestionText {
  const found = diffBlock.exec(text);
  if (!found) return { words: text, diff: '', after: '' };
  return { words: text.slice(0, found.index).trimEnd(), diff: found[2], after: text.slice(found.index + found[0].length).trim() };
}
