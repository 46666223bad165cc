import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import type { MarkdownRoom } from '../safety/text_room';
import type { MarkdownEnv } from './slots';

const isByReference = ({ meta }: Token): boolean => (meta as { label?: string } | null)?.label !== undefined;

/** Takes the length of its address and title from the room; false if there is too little. */
function takes(token: Token, room: MarkdownRoom): boolean {
  const size = (token.attrs ?? []).reduce((sum, [, value]) => sum + String(value).length, 0);
  if (size > room.addresses) return false;
  room.addresses -= size;
  return true;
}

function textOf(state: StateCore, picture: Token): Token {
  const text = new state.Token('text', '', 0);
  text.content = picture.content;
  return text;
}

/** Links are not nested: a closing one belongs to the last that opened. */
function affordable(state: StateCore, tokens: Token[], room: MarkdownRoom): Token[] {
  const kept: Token[] = [];
  let isOut = false; // the link that is open
  for (const token of tokens) {
    const isLinkOrPicture = token.type === 'link_open' || token.type === 'image';
    const isTooMuch = isLinkOrPicture && isByReference(token) && !takes(token, room);
    if (token.type === 'link_open') isOut = isTooMuch;
    const isLeftOut = isOut && (token.type === 'link_open' || token.type === 'link_close');
    if (token.type === 'link_close') isOut = false;
    if (!isLeftOut) kept.push(isTooMuch ? textOf(state, token) : token);
  }
  return kept;
}

function cutReferences(state: StateCore): void {
  const { room } = state.env as MarkdownEnv;
  for (const token of state.tokens) if (token.children) token.children = affordable(state, token.children, room);
}

/**
 * Two characters may stand for an address of thousands: links by reference become text when their targets are too long
 * in total.
 */
export function referenceCapRule(md: MarkdownIt): void {
  md.core.ruler.push('reference_cap', cutReferences);
}
