// Colouring takes longer than linear time: quadratic in some languages, cubic in Markdown.
const usual = { size: 3_000, most: 4_000 };
const slow = { size: 1_000, most: 1_500 };
const slowLanguages = new Set(['markdown', 'md', 'mkdown', 'mkd']);

const deepestColours = 40;

/** Whether colours are nested deeper than in any code people read: setting them would keep the page busy. */
export function nestsDeeply(html: string): boolean {
  let depth = 0;
  for (const [tag] of html.matchAll(/<\/?span/g)) {
    depth += tag === '<span' ? 1 : -1;
    if (depth > deepestColours) return true;
  }
  return false;
}

/** Cuts code after lines, at an empty one if possible, into parts that are quick to colour. */
export function codeParts(text: string, language = ''): string[] {
  const { size, most } = slowLanguages.has(language) ? slow : usual;
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > most) {
    const empty = text.indexOf('\n\n', from + size);
    let end = empty >= 0 && empty < from + most - 1 ? empty + 2 : text.indexOf('\n', from + size) + 1;
    if (end <= from || end > from + most) end = from + most;
    parts.push(text.slice(from, end));
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}
