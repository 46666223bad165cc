import type { MediaBlock, Row } from '../contract';
import { actButton, el, onTrusted } from '../dom';
import { shownText, visibleText } from '../safety/visible_text';
import { say, sizeText, type WordKey } from '../words';
import type { Context } from './context';
import { fileName } from './file_name';
import { copyingWords } from './header';
import { icon } from './icons';
import { saidAround } from './said';
import { ofRow } from '../rows_of';

const inOneRow = 3; // on paper all are shown

const addressOf = (hash: string): string =>
  `attachment/${/^[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : 'unknown'}`;

function hostOf(address: string): string {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
}

/** A remote picture is never loaded by itself: a box names the host. */
export function remotePicture(address: string, name: string, context: Context): HTMLElement {
  const host = hostOf(address);
  if (/^data:/i.test(address))
    return el(
      'span',
      'remotenote',
      icon('image', 's'),
      say('imageEmbedded', /^data:([a-z0-9.+/-]{1,40})/i.exec(address)?.[1] ?? ''),
    );
  if (!/^https?:/i.test(address) || !host)
    return el('span', 'remotenote', icon('image', 's'), ...visibleText(say('imageOtherKind', address.slice(0, 200))));
  return context.pictures.place(address, host, name);
}

const remoteWords: Record<
  MediaBlock['type'],
  { kind: WordKey; from: 'remoteImage' | 'remoteAudio' | 'remoteVideo' | 'remoteFile' }
> = {
  image: { kind: 'image', from: 'remoteImage' },
  audio: { kind: 'audio', from: 'remoteAudio' },
  video: { kind: 'video', from: 'remoteVideo' },
  file: { kind: 'file', from: 'remoteFile' },
};

const noteOf = (text: string): HTMLElement =>
  el('span', 'remotenote', icon('file-text', 's'), el('span', '', ...visibleText(text)));

/** Bytes inside the recording itself that the page does not get. */
function insideNote(block: MediaBlock): HTMLElement {
  const about = [block.name, block.mediaType, block.size ? sizeText(block.size) : ''].filter(Boolean).join(', ');
  return noteOf(say('mediaEmbedded', say(remoteWords[block.type].kind), about));
}

/** Remote content other than pictures is never loaded here: its box says what it is and where. */
function remoteMedia(block: MediaBlock, context: Context): HTMLElement {
  const address = block.url ?? '';
  const host = hostOf(address);
  const { kind, from } = remoteWords[block.type];
  if (/^data:/i.test(address))
    return insideNote({ ...block, mediaType: /^data:([a-z0-9.+/-]{1,40})/i.exec(address)?.[1] ?? '' });
  if (!/^https?:/i.test(address) || !host) return noteOf(say('mediaOtherKind', say(kind), address.slice(0, 200)));
  const name = block.name ? el('span', 'meta t2 alt', ...visibleText(block.name)) : null;
  const about = el(
    'span',
    'about',
    el('b', '', ...saidAround(from, el('span', 'mono', ...visibleText(host)))),
    name,
    el('span', 'meta t2', say('remoteImageCannot')),
  );
  const copy = copyingWords(say('copyAddress'), 'btn small flat', () =>
    context.bridge.call('copyText', { text: address }),
  );
  const open = actButton(say('openInBrowser'), 'btn small flat', () =>
    context.bridge.call('openLink', { address, text: host }),
  );
  const box = el('div', 'remote', icon('file-text', 'normal'), about, el('span', 'bt flats', copy, open));
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', say(from, host));
  return box;
}

/** By its menu. */
function savable(block: MediaBlock, row: Row, element: HTMLElement): HTMLElement {
  element.dataset.hash = block.hash;
  element.dataset.seq = String(row.seq);
  return element;
}

const pixels = ({ width, height }: MediaBlock): HTMLElement | null =>
  width && height ? el('span', 't3 num', `${width}×${height}`) : null;

/** Its content was examined; its declared type tells why that failed. */
const whyNotShown = ({ mediaType }: MediaBlock): WordKey =>
  /^image\/svg\+xml(?:;|$)/i.test(mediaType)
    ? 'imageNotDrawn'
    : /^image\/(?!(?:png|jpe?g|webp|gif)$)/i.test(mediaType)
      ? 'imageOtherFormat'
      : 'imageMissing';

function thumb(block: MediaBlock, index: number, more: number, row: Row, context: Context): HTMLElement {
  const picture = el('img');
  if (!context.isPrinted) picture.loading = 'lazy';
  picture.decoding = 'async';
  picture.alt = block.name ? say('imageNamed', shownText(block.name)) : say('image');
  const frame = el('button', 'im');
  frame.type = 'button';
  frame.title = picture.alt;
  frame.dataset.picture = String(index); // for its menu
  frame.append(picture);
  const caption = el('div', 'cap', fileName(block.name || say('image'), 'grow'), pixels(block));
  picture.addEventListener('error', () => {
    picture.replaceWith(icon('image', 'normal'), el('span', 'meta', say(whyNotShown(block))));
    if (!context.isPrinted) caption.append(saveButton(block, row, context)); // another program may show it
  });
  // A small one is not blown up to fill its place.
  picture.addEventListener('load', () =>
    picture.classList.toggle(
      'small',
      picture.naturalWidth <= frame.clientWidth && picture.naturalHeight <= frame.clientHeight,
    ),
  );
  picture.src = addressOf(block.hash ?? '');
  if (more > 0) frame.append(el('span', 'more', say('moreImages', more)));
  onTrusted(frame, 'click', (event) => {
    event.stopPropagation();
    context.bridge.call('openImage', { ...ofRow(row), index });
  });
  return savable(block, row, el('div', 'thumb', frame, caption));
}

function picture(block: MediaBlock, index: number, more: number, row: Row, context: Context): HTMLElement {
  if (block.hash) return thumb(block, index, more, row, context);
  return block.url ? remotePicture(block.url, block.name, context) : insideNote(block);
}

/** Replaces the button with the rest. */
function unfoldButton(count: number, unfold: () => void): HTMLElement {
  const button = actButton(say('moreImages', count), 'btn morepictures', () => {
    unfold();
    button.remove();
  });
  const label = count === 1 ? say('showMorePicturesOne') : say('showMorePictures', count);
  button.title = label;
  button.setAttribute('aria-label', label);
  return button;
}

/**
 * Thumbnails of pictures: three, and how many more. The viewer has them all, but of remote ones only those loaded in
 * their message: if there are any, the others unfold. `firstIndex` counts the reachable pictures of the whole message.
 */
export function pictures(
  blocks: MediaBlock[],
  firstIndex: number,
  row: Row,
  foldKey: string,
  context: Context,
): HTMLElement {
  const thumbs = el('div', 'thumbs');
  const key = `${foldKey}.pictures`;
  const isInViewer = blocks.every((block) => block.hash);
  const isWhole = context.isPrinted || blocks.length <= inOneRow || context.folds.get(key, false);
  let index = firstIndex;
  const made = blocks.map((block, place) => {
    const at = index;
    if (block.hash || block.url) index += 1;
    const more = isInViewer && !isWhole && place === inOneRow - 1 ? blocks.length - inOneRow : 0;
    return (): HTMLElement => picture(block, at, more, row, context);
  });
  thumbs.append(...made.slice(0, isWhole ? made.length : inOneRow).map((make) => make()));
  if (isWhole || isInViewer) return thumbs;
  thumbs.append(
    unfoldButton(made.length - inOneRow, () => {
      context.folds.set(key, true);
      thumbs.append(...made.slice(inOneRow).map((make) => make()));
    }),
  );
  return thumbs;
}

function player(block: MediaBlock, kind: 'audio' | 'video'): HTMLElement {
  const media = document.createElement(kind);
  media.className = kind;
  media.controls = true;
  media.preload = 'none';
  media.setAttribute('aria-label', block.name);
  if (kind === 'video' && block.width && block.height) media.style.aspectRatio = `${block.width} / ${block.height}`;
  media.addEventListener('error', () => media.replaceWith(el('span', 'meta t3', say('noPlayer'))));
  media.src = addressOf(block.hash ?? '');
  return el('div', 'player', media);
}

function saveButton(block: MediaBlock, row: Row, context: Context): HTMLElement {
  const button = actButton(say('saveAs'), 'btn small flat', () =>
    context.bridge.call('saveMedia', { ...ofRow(row), hash: block.hash ?? '' }),
  );
  if (block.name) button.setAttribute('aria-label', `${say('saveAs')} ${block.name}`);
  return button;
}

export function mediaBlock(block: MediaBlock, row: Row, context: Context): HTMLElement {
  if (!block.hash) return block.url ? remoteMedia(block, context) : insideNote(block);
  const caption = el(
    'div',
    'cap',
    icon('file-text', 's'),
    fileName(block.name || say('file'), 'grow'),
    block.size ? el('span', 't3 num', sizeText(block.size)) : null,
  );
  if (context.isPrinted) return el('div', 'medium filebox', caption);
  caption.append(saveButton(block, row, context));
  if (block.type === 'audio' || block.type === 'video')
    return savable(block, row, el('div', `medium ${block.type}box`, player(block, block.type), caption));
  return savable(block, row, el('div', 'medium filebox', caption));
}
