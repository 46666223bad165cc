// A diagram's text may not configure the program that draws it.

const directive = /%%\{[\s\S]*?\}%%/g;
const frontMatter = /^\s*---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** Takes init directives and the front matter's configuration out; a title stays. */
export function withoutConfiguration(source: string): string {
  const match = frontMatter.exec(source);
  if (!match) return source.replace(directive, '');
  const title = match[1].split(/\r?\n/).find((line) => /^title:/.test(line));
  const body = source.slice(match[0].length).replace(directive, '');
  return title ? `---\n${title}\n---\n${body}` : body;
}

/** Width and height a drawing asks for, from its viewBox. */
export function sizeOf(viewBox: string | null): { width: number; height: number } | undefined {
  const numbers = (viewBox ?? '').trim().split(/[\s,]+/).map(Number);
  if (numbers.length !== 4 || numbers.some((number) => !Number.isFinite(number))) return undefined;
  const [, , width, height] = numbers;
  return width > 0 && height > 0 ? { width: Math.ceil(width), height: Math.ceil(height) } : undefined;
}
