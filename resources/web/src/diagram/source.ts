// A diagram's text may not configure its renderer. Blanks and line ends are defined as the renderer defines them.

const directive = /%%\{[\s\S]*?\}%%/g;
const frontMatter = /^\s*---\s*\n([\s\S]*?)\n\s*---[^\S\n]*(?:\n|$)/;
const opensFrontMatter = /^\s*---/;

/** Removing one may reveal another: repeats until there is none. Source that goes on like that is not a diagram. */
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

/** A comment that is never closed extends to the end of the text. Removing its end with the line could create another comment. */
const apart = (text: string): string => text.replaceAll('%%{', '%% {').replaceAll('}%%', '} %%');

/** Removes init directives and the front matter's configuration; a title stays. */
export function withoutConfiguration(source: string): string {
  const text = source.replace(/\r\n?/g, '\n');
  const title = frontMatter
    .exec(text)?.[1]
    .split('\n')
    .find((line) => /^title:/.test(line));
  const body = untilNoneIsLeft(text, (rest) => withoutDirectives(rest.replace(frontMatter, '')));
  if (opensFrontMatter.test(body)) return ''; // no diagram begins so
  return title ? `---\n${apart(withoutDirectives(title))}\n---\n${apart(body)}` : apart(body);
}

/** The width and height that a drawing asks for, from its viewBox. */
export function sizeOf(viewBox: string | null): { width: number; height: number } | undefined {
  const numbers = (viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (numbers.length !== 4 || numbers.some((number) => !Number.isFinite(number))) return undefined;
  const [, , width, height] = numbers;
  return width > 0 && height > 0 ? { width: Math.ceil(width), height: Math.ceil(height) } : undefined;
}
