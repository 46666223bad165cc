/** The lower-case letter of a key; for another alphabet, the Latin one printed beside it. Empty for any other key. */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^\P{ASCII}$/u.test(key) ? (/^Key([A-Z])$/.exec(code)?.[1] ?? '').toLowerCase() : '';
}
