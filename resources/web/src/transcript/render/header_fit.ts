// What a message's first line leaves out if not everything fits. Style sheets can only shrink everything together.

/** In pixels: the natural width of each part, with its gap. */
export interface HeaderParts {
  name: number;
  profile: number;
  recipients: number;
  cause: number;
  tokens: number;
  others: number;
}

/** Below this many design pixels a profile says nothing. */
const leastProfile = 96;

/** 0: nothing. 1: the profile. 2: the cause too. 3: the tokens too, and the name is cut; then the recipients are. */
export function leftOut(
  { name, profile, recipients, cause, tokens, others }: HeaderParts,
  room: number,
  scale = 1,
): number {
  const least = name + recipients + others;
  if (least + Math.min(profile, leastProfile * scale) + cause + tokens <= room) return 0;
  if (least + cause + tokens <= room) return 1;
  return least + tokens <= room ? 2 : 3;
}

const states = ['less1', 'less2', 'less3'];
const gap = 6; // between parts, those of the right end apart
const gapAtEnd = 10;
const longestChip = 220;

const partNames: [string, keyof HeaderParts][] = [
  ['who', 'name'],
  ['prof', 'profile'],
  ['arrow', 'recipients'],
  ['chip', 'recipients'],
  ['cause', 'cause'],
  ['tok', 'tokens'],
];

/** Including the part that is cut. */
function wantedWidth(part: HTMLElement, scale: number): number {
  const text = part.querySelector<HTMLElement>('.elide') ?? part;
  const width = part.offsetWidth + Math.max(0, text.scrollWidth - text.clientWidth);
  return part.classList.contains('chip') ? Math.min(width, longestChip * scale) : width;
}

function partsOf(line: HTMLElement, scale: number): HeaderParts {
  const parts: HeaderParts = { name: 0, profile: 0, recipients: 0, cause: 0, tokens: 0, others: 0 };
  const add = (part: HTMLElement, space: number): void => {
    const [, key] = partNames.find(([className]) => part.classList.contains(className)) ?? ['', 'others' as const];
    if (part.offsetParent) parts[key] += wantedWidth(part, scale) + space * scale;
  };
  for (const part of line.children as HTMLCollectionOf<HTMLElement>) {
    if (!part.classList.contains('mm')) add(part, gap);
    else for (const atEnd of part.children as HTMLCollectionOf<HTMLElement>) add(atEnd, gapAtEnd);
  }
  return parts;
}

/** When the pointer is on a message, its buttons take the place of its cause and tokens, which are wanted here. */
const isPointedAt = (line: HTMLElement): boolean => line.closest('.msg')?.matches(':hover, :focus-within') ?? false;

/** First all are made as if there were room, then all are measured, then all are fitted: one layout each time. */
function fit(lines: HTMLElement[]): void {
  const scale = parseFloat(document.documentElement.style.getPropertyValue('--u')) || 1;
  for (const line of lines) {
    line.classList.remove(...states);
    line.classList.toggle('measured', isPointedAt(line));
  }
  const left = lines.map((line) => leftOut(partsOf(line, scale), line.clientWidth, scale));
  lines.forEach((line, index) => {
    line.classList.remove('measured');
    line.classList.add(...states.slice(0, left[index]));
  });
}

let observer: ResizeObserver | undefined;

/** From now on the line leaves out what does not fit. It is released automatically when it is removed. */
export function keepFitted(line: HTMLElement): void {
  observer ??= new ResizeObserver((entries) => {
    const shown = entries
      .map((entry) => entry.target as HTMLElement)
      .filter((target) => {
        if (!target.isConnected) observer?.unobserve(target);
        return target.clientWidth > 0;
      });
    if (shown.length) fit(shown);
  });
  observer.observe(line);
}
