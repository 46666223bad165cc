import { partSize } from '../safety/caps';
import { FenceState } from './fence_state';
import type { TextPiece } from './split';

/** What the pieces of a text define for each other: links by reference, and footnotes. */
export interface Definitions {
  links: string;
  notes: string;
}

const definition = /^ {0,3}\[(\^?)[^\]\n]{1,999}\]:/;

// How much is kept of all of them; it is read again for the notes at the text's end.
const mostLinks = 4 * partSize;
const mostNotes = 4 * partSize;

class Collector {
  links = '';
  notes = '';
  private kind: 'links' | 'notes' | '' = '';
  private mayBegin = true; // no definition of a link interrupts a paragraph
  private wasBlank = false;

  take(line: string): void {
    if (line.trim() === '') {
      this.wasBlank = true;
      this.mayBegin = true;
      return;
    }
    const match = definition.exec(line);
    const isNote = match?.[1] === '^';
    if (match && (isNote || this.mayBegin || this.kind === 'links')) this.kind = isNote ? 'notes' : 'links';
    else if (this.wasBlank && !(this.kind === 'notes' && /^(?: {4}|\t)/.test(line))) this.kind = '';
    this.keep(line, match !== null);
    this.mayBegin = false;
    this.wasBlank = false;
  }

  leave(): void {
    this.kind = '';
    this.mayBegin = true;
  }

  private keep(line: string, begins: boolean): void {
    if (this.kind === 'links' && this.links.length + line.length < mostLinks) this.links += `${line}\n`;
    if (this.kind !== 'notes') return;
    if (this.notes.length + line.length < mostNotes) this.notes += `${begins || this.wasBlank ? '\n' : ''}${line}\n`;
    else this.kind = '';
  }
}

/** Collects them from the text, ignoring fenced code. */
export function definitionsIn(pieces: TextPiece[]): Definitions {
  const collector = new Collector();
  for (const piece of pieces) {
    if (piece.kind !== 'markdown') continue;
    const fence = new FenceState();
    for (const line of piece.text.split('\n')) {
      if (fence.take(line) === 'text') collector.take(line);
      else collector.leave();
    }
    collector.leave();
  }
  return { links: collector.links, notes: collector.notes };
}
