import type { ClickedPart, MediumDeed, PictureAction, RowDeed } from './contract';
import type { Bridge } from './page_calls';
import { isWritten, mayBeKept, mayBeRepliedTo } from './render/header';
import type { Context } from './render/context';
import type { RenderedRow } from './render/row';
import { ofRow } from './rows_of';

const fields =
  'textarea, input:not([type]), input[type="text"], input[type="number"], input[type="email"], input[type="url"]';

/** An action on a remote picture. */
const wishes: Record<MediumDeed, PictureAction> = { save: 'save', openPicture: 'open', copyPicture: 'copy' };

interface Clicked {
  parts: ClickedPart[];
  address: string;
  text: string;
}

/** A picture or another attachment. `hash`: identifies it for saving; for a picture also its number in the event, or a remote one's key. */
interface Medium {
  seq: number;
  hash: string;
  picture: number;
  key: string;
  parts: ClickedPart[];
}

const isDrawn = (image: HTMLImageElement | null): boolean => image !== null && image.complete && image.naturalWidth > 0;

/** An answer's pictures are shown with its question, but belong to another event. */
function mediumAt(target: Element, { row }: RenderedRow): Medium | undefined {
  const box = target.closest<HTMLElement>('.thumb, .medium');
  if (!box) return undefined;
  const { hash = '', key = '', seq = String(row.seq) } = box.dataset;
  const picture = Number(box.querySelector<HTMLElement>(':scope > button')?.dataset.picture ?? -1);
  const isPicture = picture >= 0 || key !== '';
  const isCopyable = isPicture && isDrawn(box.querySelector('img'));
  const parts: [ClickedPart, boolean][] = [
    ['savable', hash !== '' || (key !== '' && isCopyable)],
    ['picture', isPicture],
    ['copyable', isCopyable],
  ];
  return { seq: Number(seq), hash, picture, key, parts: parts.filter(([, is]) => is).map(([part]) => part) };
}

function fieldParts(field: HTMLInputElement | HTMLTextAreaElement): ClickedPart[] {
  const isAnySelected = field.selectionStart === null || field.selectionStart !== field.selectionEnd;
  return isAnySelected ? ['field', 'selection'] : ['field'];
}

function rowParts({ row }: RenderedRow, context: Context): ClickedPart[] {
  const parts: [ClickedPart, boolean][] = [
    ['text', row.blocks.some((block) => block.type === 'text')],
    ['written', isWritten(row, context)],
    ['keepable', mayBeKept(row, context)],
    ['kept', Boolean(row.kept)],
    ['reply', mayBeRepliedTo(row, context)],
  ];
  return ['message', ...parts.filter(([, is]) => is).map(([part]) => part)];
}

/**
 * Asks the program for a context menu; it shows its own. Chromium's would offer to save the page, to reload it and to
 * go back.
 */
export class ContextMenu {
  private medium: Medium | undefined; // where the menu was wanted last

  constructor(
    private readonly bridge: Bridge,
    private readonly list: HTMLElement,
    private readonly context: Context,
    private readonly rows: () => readonly RenderedRow[],
  ) {
    document.body.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      if (event.isTrusted) this.tell(event);
    });
  }

  /** What was chosen in the menu. */
  perform({ seq, deed }: RowDeed): void {
    const view = this.rows().find((one) => one.row.seq === seq);
    if (deed !== 'save' && deed !== 'openPicture' && deed !== 'copyPicture') view?.perform(deed);
    else if (view && this.medium) this.performAt(this.medium, deed, view.row.generation);
  }

  private performAt({ seq, hash, picture, key }: Medium, deed: MediumDeed, generation: number): void {
    if (key) this.bridge.call('usePicture', { seq, key, wish: wishes[deed] });
    else if (deed === 'save') this.bridge.call('saveMedia', { generation, seq, hash });
    else if (deed === 'openPicture') this.bridge.call('openImage', { generation, seq, index: picture });
    else this.bridge.call('copyImage', { generation, seq, index: picture });
  }

  private tell(event: MouseEvent): void {
    // If opened by key it is for the focused element, wherever the pointer or that element's middle is.
    const focused = document.activeElement;
    const isByKey = event.button !== 2;
    const target = isByKey && focused && this.list.contains(focused) ? focused : event.target;
    if (!(target instanceof Element)) return;
    const view = this.rows().find((one) => one.element.contains(target));
    const { parts, address, text } = this.clicked(target, view);
    this.medium = view && mediumAt(target, view);
    parts.push(...(this.medium?.parts ?? []));
    const place = { x: Math.round(event.clientX), y: Math.round(event.clientY), parts, address, text };
    if (view) this.bridge.call('rowMenu', { ...ofRow(view.row), ...place });
    else this.bridge.call('menu', place);
  }

  private clicked(target: Element, view: RenderedRow | undefined): Clicked {
    const nothing: Clicked = { parts: [], address: '', text: '' };
    const field = target.closest<HTMLInputElement | HTMLTextAreaElement>(fields);
    if (field) return { ...nothing, parts: fieldParts(field) };
    const link = this.list.contains(target) ? target.closest('.prose a[href]') : null;
    const isSelected = !(window.getSelection()?.isCollapsed ?? true);
    const isMessage = view !== undefined && target.closest('article') !== null;
    return {
      parts: [...(isSelected ? ['selection' as const] : []), ...(isMessage ? rowParts(view, this.context) : [])],
      address: link?.getAttribute('href') ?? '',
      text: link?.textContent ?? '',
    };
  }
}
