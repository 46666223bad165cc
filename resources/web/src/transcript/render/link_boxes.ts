// What a click on a suspicious link opened: it stays open when the text around the link is redrawn.

const boxes = new WeakMap<Element, HTMLElement>();

interface Opened {
  says: string;
  nth: number;
  box: HTMLElement;
}

const saysOf = (link: Element): string => `${link.getAttribute('href') ?? ''} ${link.textContent ?? ''}`;

const alike = (root: ParentNode, says: string): Element[] =>
  [...root.querySelectorAll('a.suspect')].filter((link) => saysOf(link) === says);

/** After the block that contains the link; a table cell has no room for it. */
function place(link: Element, box: HTMLElement): void {
  boxes.set(link, box);
  (link.closest('.tableframe') ?? link.closest('p, li, blockquote, h1, h2, h3, h4, h5, h6') ?? link).after(box);
}

/** Opens its box, or closes it again. */
export function toggleBox(link: Element, make: () => HTMLElement): void {
  const box = boxes.get(link);
  if (box?.isConnected) box.remove();
  else place(link, make());
}

/**
 * Takes the open boxes out of an element; the result attaches them to the same links in another one. `within`: contains
 * what is redrawn, and will contain its replacement.
 */
export function boxesIn(part: Element, within = part): (fresh: ParentNode) => void {
  const opened: Opened[] = [];
  for (const link of part.querySelectorAll('a.suspect')) {
    const box = boxes.get(link);
    if (!box?.isConnected) continue;
    const says = saysOf(link);
    opened.push({ says, nth: alike(within, says).indexOf(link), box });
  }
  for (const { box } of opened) box.remove();
  return (fresh) => {
    for (const { says, nth, box } of opened) {
      const link = alike(fresh, says)[nth];
      if (link) place(link, box);
    }
  };
}
