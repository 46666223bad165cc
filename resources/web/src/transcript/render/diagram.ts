import type { DiagramReady } from '../contract';
import type { Bridge } from '../page_calls';
import { el, onTrusted } from '../dom';
import { openIfSought } from '../find/sought';
import { diagramCap, diagramsCap } from '../safety/caps';
import { visibleText } from '../safety/visible_text';
import { nextTask } from '../window/slices';
import { say } from '../words';
import { card, codeText, copyButton, restOfTitle } from './code';
import type { Context, DiagramSource } from './context';
import { diagramName } from './diagram_name';
import { iconButton } from './header';
import { icon } from './icons';

type Drawing =
  | { kind: 'waiting' }
  | { kind: 'drawn'; address: string; width: number; height: number }
  | { kind: 'failed'; reason: string };

const mostDrawings = 200;
const mostHeight = 2_000;
const mostWidth = 8_000;
const waitingHeight = 160;
const readableScale = 0.66;
const enlargedPixels = 8_000_000;
const mostEnlarged = 3;

/** A drawing in pixels, sharp enough to be enlarged, on the background that its colours are for. */
function pngOf(image: HTMLImageElement, width: number, height: number): string {
  const scale = Math.min(mostEnlarged, Math.sqrt(enlargedPixels / (width * height)));
  const canvas = el('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) return '';
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

/** Two 32-bit FNV sums and the length: identifies a drawing, which is made from the text itself. */
function keyOf(theme: string, source: string): string {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  const text = `${theme}\n${source}`;
  for (let i = 0; i < text.length; i += 1) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(text.length - 1 - i), 0x85ebca6b);
  }
  return `${(a >>> 0).toString(16)}-${(b >>> 0).toString(16)}-${text.length.toString(16)}`;
}

/** A box in a row for a diagram; `drawing` announces that the row is being drawn. */
interface Place {
  key: string;
  source: string;
  drawing: () => void;
}

/** Requests diagrams, keeps the results, and fills the waiting boxes. */
export class Diagrams implements DiagramSource {
  private readonly drawings = new Map<string, Drawing>();
  private readonly boxes = new Map<HTMLElement, Place>();
  private wanted = new Map<string, string>();

  constructor(
    private readonly bridge: Bridge,
    private theme: string,
    private readonly most = mostDrawings,
  ) {}

  fill(box: HTMLElement, source: string, drawing: () => void): void {
    const key = keyOf(this.theme, source);
    this.boxes.set(box, { key, source, drawing });
    const known = this.drawings.get(key);
    if (!known) this.drawings.set(key, { kind: 'waiting' });
    // A failed drawing may succeed next time; if it cannot, the application knows and answers at once.
    if (!known || known.kind === 'failed') this.ask(key, source);
    this.show(box, known ?? { kind: 'waiting' });
  }

  leave(row: HTMLElement): void {
    for (const box of this.boxes.keys()) if (row.contains(box)) this.boxes.delete(box);
  }

  ready(result: DiagramReady): void {
    const waiting = [...this.boxes].filter(([, { key }]) => key === result.key);
    this.forget(result.key);
    if (waiting.length === 0) return; // it has gone by: should it come back it is asked for again
    const drawing: Drawing =
      result.svg && result.width > 0 && result.height > 0
        ? {
            kind: 'drawn',
            address: URL.createObjectURL(new Blob([result.svg], { type: 'image/svg+xml' })),
            width: result.width,
            height: result.height,
          }
        : { kind: 'failed', reason: result.error ?? '' };
    this.drawings.set(result.key, drawing);
    this.trim();
    for (const [box, place] of waiting) {
      place.drawing();
      this.show(box, drawing);
    }
  }

  /** Another session opens: its diagrams are requested anew, and the application drops waiting ones. */
  forgetWaiting(): void {
    this.boxes.clear();
    this.wanted = new Map();
    for (const [key, drawing] of this.drawings) if (drawing.kind === 'waiting') this.drawings.delete(key);
  }

  /** Colours are part of the drawing, so a new theme redraws it. */
  setTheme(theme: string): void {
    if (theme === this.theme) return;
    this.theme = theme;
    for (const [box, { source, drawing }] of [...this.boxes]) {
      if (box.isConnected) this.fill(box, source, drawing);
      else this.boxes.delete(box);
    }
  }

  /** Rows come first, and what has left the page meanwhile is not drawn. */
  private ask(key: string, source: string): void {
    if (this.wanted.size === 0) nextTask(() => this.send(), 'background');
    this.wanted.set(key, source);
  }

  private send(): void {
    const shown = new Set<string>();
    for (const [box, { source }] of this.boxes) if (box.isConnected) shown.add(source);
    const { wanted } = this;
    this.wanted = new Map();
    for (const [key, source] of wanted) {
      if (shown.has(source)) this.bridge.call('renderDiagram', { key, source });
      else this.drawings.delete(key);
    }
  }

  private show(box: HTMLElement, drawing: Drawing): void {
    if (drawing.kind === 'waiting') {
      if (!box.firstElementChild) box.style.minHeight = `calc(${waitingHeight} * var(--u))`;
      if (!box.firstElementChild) box.replaceChildren(el('span', 'waiting', say('diagramDrawing')));
      return;
    }
    box.style.minHeight = '';
    if (drawing.kind === 'failed') {
      const reason = visibleText(say('diagramFailed', drawing.reason.slice(0, 300)));
      box.classList.add('failed');
      box.replaceChildren(
        el('div', 'capnote', icon('triangle-alert', 's'), el('span', '', ...reason)),
        codeText(this.boxes.get(box)?.source ?? ''),
      );
      return;
    }
    box.classList.remove('failed');
    box.replaceChildren(this.picture(drawing, this.boxes.get(box)?.source ?? ''));
  }

  private picture(drawing: { address: string; width: number; height: number }, source: string): HTMLElement {
    const image = el('img');
    const scale = Math.min(1, mostHeight / drawing.height, mostWidth / drawing.width);
    image.width = Math.max(1, Math.round(drawing.width * scale));
    image.height = Math.max(1, Math.round(drawing.height * scale));
    image.style.aspectRatio = `${drawing.width} / ${drawing.height}`;
    const name = diagramName(source);
    image.alt = name ? say('diagramNamed', name) : say('diagram');
    image.src = drawing.address;
    const button = el('button', 'enlarge', image);
    button.type = 'button';
    button.title = say('enlargeDiagram');
    button.style.width = `calc(${image.width} * var(--u))`;
    // A wide drawing shrinks to fit while its words stay readable; beyond that it scrolls.
    button.style.maxWidth = `max(100%, calc(${Math.round(image.width * readableScale)} * var(--u)))`;
    onTrusted(button, 'click', (event) => {
      event.stopPropagation();
      this.bridge.call('openDiagram', { png: pngOf(image, drawing.width, drawing.height) });
    });
    return button;
  }

  /** The oldest ones that are in no row are removed; the rest are bounded by the rows. */
  private trim(): void {
    if (this.drawings.size <= this.most) return;
    for (const box of this.boxes.keys()) if (!box.isConnected) this.boxes.delete(box); // a row that was drawn anew
    const shown = new Set([...this.boxes.values()].map(({ key }) => key));
    for (const key of this.drawings.keys()) {
      if (this.drawings.size <= this.most) return;
      if (!shown.has(key)) this.forget(key);
    }
  }

  private forget(key: string): void {
    const drawing = this.drawings.get(key);
    if (drawing?.kind === 'drawn') URL.revokeObjectURL(drawing.address);
    this.drawings.delete(key);
  }
}

/** `info`: shown in its head. `isWithinCap`: its message does not have too many. */
export function diagramCard(source: string, context: Context, info = 'mermaid', isWithinCap = true): HTMLElement {
  const body = el('div', 'diagram');
  const text = codeText(source);
  text.hidden = true;
  const both = el('div', '', body, text);
  const isTooLong = source.length > diagramCap;
  const isDrawn = !isTooLong && isWithinCap;
  const flip = (): void => {
    text.hidden = !text.hidden;
    body.hidden = !text.hidden;
    const label = say(text.hidden ? 'showSource' : 'showDiagram');
    toggle.title = label;
    toggle.setAttribute('aria-label', label);
  };
  const key = context.nextFold('source');
  const toggle = iconButton('file-code', say('showSource'), () => {
    flip();
    context.folds.set(key, !text.hidden);
  });
  const box = card(
    [el('span', 'mono title', ...visibleText(info))],
    both,
    'waypoints',
    ...(isDrawn ? [toggle] : []),
    copyButton(() => source, context),
  );
  restOfTitle(box, info);
  if (!isDrawn) {
    text.hidden = false;
    body.hidden = true;
    const why = isTooLong ? say('diagramTooLarge', diagramCap / 1000) : say('diagramsCut', diagramsCap);
    box.append(el('div', 'capnote', why));
  } else {
    context.diagrams.fill(body, source, () => context.drawing());
    if (context.folds.get(key, false)) flip();
    openIfSought(
      box,
      () => source,
      () => {
        if (text.hidden) flip();
      },
    );
  }
  return box;
}
