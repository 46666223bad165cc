import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { isOpenable } from '../safety/links';
import type { MarkdownEnv } from './slots';

const longestShown = 200; // of what a picture is called, where it stands with it

function textToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0);
  token.content = content;
  return token;
}

/** Words that a reader would see only under the pointer, or not at all. */
function wordsBehind(state: StateCore, words: string): Token[] {
  if (!words) return [];
  return [
    new state.Token('words_open', '', 1),
    textToken(state, ` “${words}”`),
    new state.Token('words_close', '', -1),
  ];
}

/** Its title is removed. */
function titleOf(token: Token): string {
  const title = String(token.attrGet('title') ?? '').trim();
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'title');
  return title;
}

function pictureWords(state: StateCore, picture: Token): Token[] {
  const title = titleOf(picture);
  const name = picture.content.length > longestShown ? picture.content : '';
  return wordsBehind(state, [name, title].filter((words) => words.trim()).join('” “'));
}

/** A line with its links: they are never nested. */
class Line {
  readonly tokens: Token[] = [];
  private behind: Token[] = []; // the link that is open
  private isWritten = false;

  constructor(private readonly state: StateCore) {}

  take(token: Token): void {
    if (token.type === 'link_open') this.open(token);
    else if (token.type === 'link_close') this.close(token);
    else if (token.type === 'image') this.tokens.push(token, ...pictureWords(this.state, token));
    else this.tokens.push(token);
  }

  private open(link: Token): void {
    const address = String(link.attrGet('href') ?? '');
    const title = titleOf(link);
    this.isWritten = !isOpenable(address);
    if (this.isWritten) {
      const { written } = this.state.env as MarkdownEnv;
      const end = title ? ` "${title}")` : ')';
      this.tokens.push(textToken(this.state, '['));
      this.behind = [textToken(this.state, `](${written.get(address) ?? address}${end}`)];
    } else {
      this.tokens.push(link);
      this.behind = wordsBehind(this.state, title);
    }
  }

  private close(link: Token): void {
    if (!this.isWritten) this.tokens.push(link);
    this.tokens.push(...this.behind);
    this.behind = [];
    this.isWritten = false;
  }
}

function spellOut(state: StateCore): void {
  for (const token of state.tokens) {
    if (!token.children) continue;
    const line = new Line(state);
    for (const child of token.children) line.take(child);
    token.children = line.tokens;
  }
}

/**
 * Titles of links and pictures are shown after them, and a link that leads nowhere (to a file beside the text) as it
 * was written.
 */
export function linkWordsRule(md: MarkdownIt): void {
  md.core.ruler.push('link_words', spellOut);
  md.renderer.rules.words_open = () => '<span class="linkwords">';
  md.renderer.rules.words_close = () => '</span>';
}
