const longest = 200;

/** The author's name for a diagram: its title for people who cannot see it, its title, or its first line. */
export function diagramName(source: string): string {
  const told =
    /^[ \t]*accTitle[ \t]*:[ \t]*(\S.*)$/m.exec(source) ?? /^---\s*\n(?:.*\n)*?title:[ \t]*(\S.*)\n/.exec(source);
  const first =
    source
      .replace(/^---\s*\n[\s\S]*?\n---\s*(?:\n|$)/, '')
      .split('\n')
      .find((line) => line.trim() && !/^\s*%%/.test(line)) ?? '';
  return (told?.[1] ?? first).trim().slice(0, longest);
}
