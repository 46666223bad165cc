import type { TextPart } from './invisible';

/** Represents a hidden character where no more boxes are made. */
const placeholder = '\u25af';

/** `rest`: the text after the maximum number of boxes, with a sign for each hidden character. */
export interface Boxes {
  shown: TextPart[];
  rest: string | undefined;
}

/** A run of the same hidden character is one box with a count; the number of boxes is limited. */
export function boxesOf(parts: TextPart[], most: number): Boxes {
  const shown: TextPart[] = [];
  let boxes = 0;
  for (let at = 0; at < parts.length;) {
    const part = parts[at];
    let end = at + 1;
    if (part.hidden) {
      if (boxes === most)
        return {
          shown,
          rest: parts
            .slice(at)
            .map((one) => (one.hidden ? placeholder : one.text))
            .join(''),
        };
      boxes += 1;
      while (end < parts.length && parts[end].hidden && parts[end].text === part.text) end += 1;
    }
    const count = end - at;
    shown.push(count > 1 ? { text: `${part.text} ×${count}`, hidden: true } : part);
    at = end;
  }
  return { shown, rest: undefined };
}
