import { markdownHtml, WholeText, type MarkdownHtml } from '../markdown/parse';
import type { Slot } from '../markdown/slots';
import { splitMarkdown, type TextPiece } from '../markdown/split';
import { cleanMarkdown } from '../safety/sanitise';
import { MarkdownRoom } from '../safety/text_room';

const paragraphs = /^(?:P|H[1-6]|BLOCKQUOTE|UL|OL|TABLE|SECTION|PRE)$/;

function slotText(slot: Slot | undefined): string {
  switch (slot?.kind) {
    case 'code':
      return slot.text.replace(/\n$/, '');
    case 'math':
      return slot.text.trim();
    case 'image':
      return `[${slot.text || slot.address}]`;
    case 'task':
      return slot.done ? '[x] ' : '[ ] ';
    case 'footnote':
      return `[${slot.number}]`;
    default:
      return '';
  }
}

/** Walks the nodes of a text once, in order, and writes what a reader sees of them. */
class Reader {
  private text = '';
  private depth = 0; // of lists
  private next = 0;

  constructor(private readonly slots: readonly Slot[]) {}

  read(root: Node): string {
    this.children(root);
    return this.text.replace(/(?<![ \t])[ \t]+$/gm, '').replace(/^\n+|(?<!\n)\n+$/g, '');
  }

  private breakTo(gap: string): void {
    const before = /\n*$/.exec(this.text)?.[0].length ?? 0;
    if (this.text) this.text += gap.slice(Math.min(before, gap.length));
  }

  private children(root: Node): void {
    for (const child of root.childNodes) this.node(child);
  }

  private node(node: Node): void {
    if (node instanceof Text) this.words(node.data);
    else if (node instanceof Element) this.element(node);
  }

  private words(text: string): void {
    // As drawn: other blanks than these keep their width.
    const line = text.replace(/[ \t\n\r\f]+/g, ' ');
    const last = this.text.charAt(this.text.length - 1);
    this.text += last === '' || last === ' ' || last === '\n' || last === '\t' ? line.replace(/^ /, '') : line;
  }

  private element(element: Element): void {
    const { tagName } = element;
    if (element.classList.contains('qd-slot')) this.slot(element);
    else if (tagName === 'BR')
      this.text += element.closest('td, th') ? ' ' : '\n'; // a row is a line
    else if (tagName === 'HR')
      this.paragraph(() => {
        this.text += '———';
      });
    else if (tagName === 'LI') this.item(element);
    else if (tagName === 'TR') this.line(element);
    else if (/^(?:UL|OL)$/.test(tagName) && this.depth > 0) this.list(element);
    else if (/^(?:UL|OL)$/.test(tagName)) this.paragraph(() => this.list(element));
    else if (paragraphs.test(tagName) && this.depth === 0) this.paragraph(() => this.children(element));
    else if (paragraphs.test(tagName)) this.line(element);
    else this.children(element);
  }

  private paragraph(write: () => void): void {
    this.breakTo('\n\n');
    write();
    this.breakTo('\n\n');
  }

  private slot(element: Element): void {
    const slot = this.slots[this.next];
    this.next += 1;
    const text = slotText(slot);
    if (element.tagName === 'SECTION')
      this.paragraph(() => {
        this.text += text;
      });
    else this.text += text;
  }

  private list(element: Element): void {
    this.depth += 1;
    this.children(element);
    this.depth -= 1;
  }

  private item(item: Element): void {
    this.breakTo('\n');
    const list = item.parentElement;
    const place = [...(list?.children ?? [])].indexOf(item);
    const first = Number(list?.getAttribute('start') ?? 1);
    const isTask = item.classList.contains('task');
    this.text +=
      '  '.repeat(Math.max(0, this.depth - 1)) + (list?.tagName === 'OL' ? `${first + place}. ` : isTask ? '' : '- ');
    for (const child of item.childNodes) {
      const isFirst = child === item.firstElementChild;
      if (isFirst && child instanceof Element && child.tagName === 'P') this.children(child);
      else this.node(child);
    }
    this.breakTo('\n');
  }

  /** For a table, or a further paragraph of a list item. */
  private line(element: Element): void {
    this.breakTo('\n');
    [...element.childNodes]
      .filter((child) => !(child instanceof Text) || child.data.trim())
      .forEach((child, index) => {
        if (index > 0 && child instanceof Element && /^T[DH]$/.test(child.tagName)) this.text += '\t';
        this.node(child);
      });
    this.breakTo('\n');
  }
}

function readHtml({ tooDeep, html, slots }: MarkdownHtml, text: string): string {
  return tooDeep ? text : new Reader(slots).read(cleanMarkdown(html));
}

function pieceText(piece: TextPiece, whole: WholeText | undefined, room: MarkdownRoom): string {
  if (piece.kind !== 'markdown') return piece.text;
  return readHtml(markdownHtml(piece.text, whole, true, 0, room), piece.text);
}

const goesOn = (piece: TextPiece | undefined): boolean => piece?.kind === 'markdown' && piece.goesOn !== undefined;

/** Markdown as it is displayed, without its marks: all of it, however much the page has rendered by now. */
export function plainMarkdown(text: string): string {
  const pieces = splitMarkdown(text);
  const whole = pieces.length > 1 ? new WholeText(pieces) : undefined;
  const room = new MarkdownRoom();
  const texts = pieces.map((piece) => pieceText(piece, whole, room));
  const notes = whole?.notesHtml();
  if (notes) texts.push(readHtml(notes, whole?.noteText ?? ''));
  if (whole?.unusedDefinitions) texts.push(whole.unusedDefinitions);
  return texts.reduce(
    (all, one, index) => (all && one ? `${all}${goesOn(pieces[index]) ? '\n' : '\n\n'}${one}` : all || one),
    '',
  );
}
