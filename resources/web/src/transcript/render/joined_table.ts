function lastFrame(prose: Element): Element | undefined {
  let last = prose.lastElementChild;
  while (last?.matches('.capnote, .textrest')) last = last.previousElementSibling;
  return last?.matches('.tableframe') ? last : undefined;
}

/** Rows of a table that the previous text ended with go into its body. If it was cut before, a note says so there. */
export function joinTable(prose: Element, piece: Node | string | undefined): void {
  const before = lastFrame(prose);
  const frame = piece instanceof DocumentFragment ? piece.firstElementChild : null;
  const table = before?.querySelector<HTMLTableElement>(':scope > table');
  if (!table || !frame?.matches('.tableframe')) return;
  const body = table.tBodies[0] ?? table.createTBody();
  body.append(...frame.querySelectorAll('tbody > tr'));
  const cut = frame.nextElementSibling;
  if (cut?.matches('.tablecut') && before?.nextElementSibling?.matches('.tablecut')) cut.remove();
  frame.remove();
}
