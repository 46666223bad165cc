const digitsWithRoom = 2; // the style's own

/** Digits of a list's last number. */
export function digitsOfLast(start: string | null, entries: number): number {
  const first = Number(start ?? 1);
  return String(Math.max(0, (Number.isFinite(first) ? first : 1) + entries - 1)).length;
}

/** Long numbers get the room they need: beyond the edge of the text they would be cut, and "999." is not "1999.". */
export function giveNumbersRoom(root: DocumentFragment): void {
  for (const list of root.querySelectorAll('ol')) {
    const digits = digitsOfLast(list.getAttribute('start'), list.children.length);
    if (digits <= digitsWithRoom) continue;
    list.classList.add('longnumbers');
    list.style.setProperty('--digits', String(digits));
  }
}
