export interface QuestionText {
  words: string;
  diff: string;
  after: string;
}

interface Fence {
  begin: number;
  end: number;
  ticks: number;
  opens: boolean;
}

/** Lines that may begin or end a block. */
function fencesIn(text: string): Fence[] {
  const fences: Fence[] = [];
  for (const match of text.matchAll(/(?<=^|\n)(`{3,})(diff)?(?=\n|$)/g)) {
    const begin = match.index as number;
    fences.push({ begin, end: begin + match[0].length, ticks: match[1].length, opens: match[2] !== undefined });
  }
  return fences;
}

/** There is at least one line between the two. */
const closes = (opener: Fence, closer: Fence): boolean =>
  !closer.opens && closer.ticks === opener.ticks && closer.begin > opener.end + 1;

/**
 * The words of a question, and the first difference among them as a block of Markdown. Takes time proportional to the
 * text: openers without a closer are known before any is searched for. The same rules as present/questions.cpp's.
 */
export function questionText(text: string): QuestionText {
  const fences = fencesIn(text);
  const lastCloser = new Map(fences.filter((fence) => !fence.opens).map((fence) => [fence.ticks, fence]));
  for (const [index, opener] of fences.entries()) {
    const last = lastCloser.get(opener.ticks);
    if (!opener.opens || !last || !closes(opener, last)) continue;
    const closer = fences.slice(index + 1).find((fence) => closes(opener, fence)) as Fence;
    return {
      words: text.slice(0, opener.begin).trimEnd(),
      diff: text.slice(opener.end + 1, closer.begin - 1),
      after: text.slice(closer.end).trim(),
    };
  }
  return { words: text, diff: '', after: '' };
}
