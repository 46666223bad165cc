// A diagram's text may not configure the program that draws it.

const directive = /%%\{[\s\S]*?\}%%/g;
const frontMatter = /^\s*---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** What is taken out may leave another one behind: until none is. What goes on like that is no diagram. */
const mostRounds = 20;

function untilNoneIsLeft(source: string, takeOut: (text: string) => string): string {
  let text = source;
  for (let round = 0; round < mostRounds; round += 1) {
    const less = takeOut(text);
    if (less === text) return text;
    text = less;
  }
  return '';
}

const withoutDirectives = (source: string): string => untilNoneIsLeft(source, (text) => text.replace(directive, ''));

/** Takes init directives and the front matter's configuration out; a title stays. */
export function withoutConfiguration(source: string): string {
  const title = frontMatter
    .exec(source)?.[1]
    .split(/\r?\n/)
    .find((line) => /^title:/.test(line));
  const body = untilNoneIsLeft(source, (text) => withoutDirectives(text.replace(frontMatter, '')));
  return title ? `---\n${withoutDirectives(title)}\n---\n${body}` : body;
}

/** Width and height a drawing asks for, from its viewBox. */
export function sizeOf(viewBox: string | null): { width: number; height: number } | undefined {
  const numbers = (viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (numbers.length !== 4 || numbers.some((number) => !Number.isFinite(number))) return undefined;
  const [, , width, height] = numbers;
  return width > 0 && height > 0 ? { width: Math.ceil(width), height: Math.ceil(height) } : undefined;
}
