import { breaksCap, cellsCap, diagramsCap, lineCountCap, referencesCap, textCap } from './caps';

/** How far a text extends with this many characters and lines, from a position in it. */
export function reachOf(text: string, from: number, characters: number, lines: number): number {
  const most = Math.min(text.length, from + characters);
  let end = from;
  for (let line = 0; line < lines && end < most; line += 1) {
    const next = text.indexOf('\n', end);
    if (next < 0) return most;
    end = next + 1;
  }
  return Math.min(end, most);
}

const linesIn = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** What Markdown may still produce for one message, in which little text may mean much. */
export class MarkdownRoom {
  cells = cellsCap; // of tables
  addresses = referencesCap; // characters
  diagrams = diagramsCap;
  breaks = breaksCap; // within lines

  copy(): MarkdownRoom {
    return Object.assign(new MarkdownRoom(), this);
  }
}

/** What is rendered of one message, however many texts it has. */
export class TextRoom {
  readonly markdown = new MarkdownRoom();
  private lines = lineCountCap;
  private characters = textCap;

  /** Characters that have been rendered. */
  get taken(): number {
    return textCap - this.characters;
  }

  /** The part of a text for which there is room. */
  take(text: string): string {
    const part = text.slice(0, reachOf(text, 0, this.characters, this.lines));
    this.characters -= part.length;
    this.lines -= linesIn(part);
    return part;
  }
}
