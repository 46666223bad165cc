const partSize = 3_000;
const mostSize = 6_000;

/** Cuts code after lines, at an empty one if there is one in reach, into parts that are quick to colour. */
export function codeParts(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > mostSize) {
    const empty = text.indexOf('\n\n', from + partSize);
    let end = empty >= 0 && empty < from + mostSize ? empty + 2 : text.indexOf('\n', from + partSize) + 1;
    if (end <= from || end > from + 2 * mostSize) end = from + mostSize;
    parts.push(text.slice(from, end));
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}
