import type { MediaBlock, Row } from '../contract';
import { el, onTrusted } from '../dom';
import { visibleText } from '../safety/visible_text';
import { say, sizeText } from '../words';
import type { Context } from './context';
import { icon } from './icons';

const inOneRow = 3; // on paper all are shown

const addressOf = (hash: string): string => `attachment/${/^[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : 'unknown'}`;

/** The end of a file's name tells more than its middle. */
function middleElided(name: string): HTMLElement {
  const cut = Math.max(0, name.length - 10);
  return el('span', 'grow midname', el('span', 'elide', ...visibleText(name.slice(0, cut))), el('span', '', ...visibleText(name.slice(cut))));
}

function hostOf(address: string): string {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
}

/** A picture elsewhere is never loaded by itself: a box names the host. */
export function remotePicture(address: string, name: string, context: Context): HTMLElement {
  const host = hostOf(address);
  if (/^data:/i.test(address)) return el('span', 'remotenote', icon('image', 's'), say('imageEmbedded', /^data:([a-z0-9.+/-]{1,40})/i.exec(address)?.[1] ?? ''));
  if (!/^https?:/i.test(address) || !host) return el('span', 'remotenote', icon('image', 's'), ...visibleText(say('imageOtherKind', address.slice(0, 200))));
  return context.pictures.place(address, host, name);
}

function thumb(block: MediaBlock, index: number, more: number, row: Row, context: Context): HTMLElement {
  const picture = el('img');
  if (!context.isPrinted) picture.loading = 'lazy';
  picture.decoding = 'async';
  picture.alt = block.name ? say('imageNamed', block.name) : say('image');
  const frame = el('button', 'im');
  frame.type = 'button';
  frame.title = picture.alt;
  frame.dataset.picture = String(index); // for its menu
  frame.append(picture);
  picture.addEventListener('error', () => picture.replaceWith(icon('image', 'normal'), el('span', 'meta', say('imageMissing'))));
  picture.src = addressOf(block.hash ?? '');
  if (more > 0) frame.append(el('span', 'more', say('moreImages', more)));
  onTrusted(frame, 'click', (event) => {
    event.stopPropagation();
    context.bridge.openImage(row.generation, row.seq, index);
  });
  const size = block.width && block.height ? el('span', 't3 num', `${block.width}×${block.height}`) : null;
  return el('div', 'thumb', frame, el('div', 'cap', middleElided(block.name || say('image')), size));
}

/** Thumbnails of a message's pictures: three, and how many more. `firstIndex` counts the pictures of the whole message. */
export function pictures(blocks: MediaBlock[], firstIndex: number, row: Row, context: Context): HTMLElement {
  const thumbs = el('div', 'thumbs');
  const shown = context.isPrinted ? blocks : blocks.slice(0, inOneRow);
  shown.forEach((block, index) => {
    const more = index === shown.length - 1 ? blocks.length - shown.length : 0;
    thumbs.append(block.hash ? thumb(block, firstIndex + index, more, row, context) : remotePicture(block.url ?? '', block.name, context));
  });
  return thumbs;
}

function player(block: MediaBlock, kind: 'audio' | 'video'): HTMLElement {
  const media = document.createElement(kind);
  media.className = kind;
  media.controls = true;
  media.preload = 'metadata';
  media.setAttribute('aria-label', block.name);
  if (kind === 'video' && block.width && block.height) media.style.aspectRatio = `${block.width} / ${block.height}`;
  const figure = el('div', 'player', media);
  media.addEventListener('error', () => figure.replaceChildren(el('span', 'meta t3', say('noPlayer'))));
  media.src = addressOf(block.hash ?? '');
  return figure;
}

export function mediaBlock(block: MediaBlock, context: Context): HTMLElement {
  if (!block.hash && block.url) return remotePicture(block.url, block.name, context);
  const caption = el('div', 'cap', icon('file-text', 's'), middleElided(block.name || say('file')), block.size ? el('span', 't3 num', sizeText(block.size)) : null);
  if (context.isPrinted) return el('div', 'medium filebox', caption);
  if (block.type === 'audio' || block.type === 'video') return el('div', `medium ${block.type}box`, player(block, block.type), caption);
  return el('div', 'medium filebox', caption);
}
