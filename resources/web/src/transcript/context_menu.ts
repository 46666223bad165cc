import type { Bridge, ClickedPart, RowDeed } from './contract';
import { isWritten, mayBeKept, mayBeRepliedTo } from './render/header';
import type { Context } from './render/context';
import type { RenderedRow } from './render/row';

const fields = 'textarea, input:not([type]), input[type="text"], input[type="number"], input[type="email"], input[type="url"]';

interface Clicked { parts: ClickedPart[]; address: string; text: string; picture: number }

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
 * Tells the program for what a menu is wanted; it shows one of its own. Chromium's would offer to save the page, to
 * load it anew and to go back.
 */
export class ContextMenu {
  private savable = ''; // the hash of what is attached where the menu was wanted last

  constructor(private readonly bridge: Bridge, private readonly list: HTMLElement, private readonly context: Context, private readonly rows: () => readonly RenderedRow[]) {
    document.body.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      if (event.isTrusted) this.tell(event);
    });
  }

  /** What was chosen in the menu. */
  perform({ seq, deed }: RowDeed): void {
    const view = this.rows().find((one) => one.row.seq === seq);
    if (deed !== 'save') view?.perform(deed);
    else if (view && this.savable) this.bridge.saveMedium(view.row.generation, seq, this.savable);
  }

  private tell(event: MouseEvent): void {
    // By key it is for what has the focus, wherever the pointer or the middle of that is.
    const focused = document.activeElement;
    const isByKey = event.button !== 2;
    const target = isByKey && focused && this.list.contains(focused) ? focused : event.target;
    if (!(target instanceof Element)) return;
    const view = this.rows().find((one) => one.element.contains(target));
    const { parts, address, text, picture } = this.clicked(target, view);
    this.savable = (view && target.closest<HTMLElement>('.thumb, .medium')?.dataset.hash) ?? '';
    if (this.savable) parts.push('savable');
    this.bridge.menu(view?.row.generation ?? 0, view?.row.seq ?? 0, event.clientX, event.clientY, parts, address, text, picture);
  }

  private clicked(target: Element, view: RenderedRow | undefined): Clicked {
    const nothing: Clicked = { parts: [], address: '', text: '', picture: -1 };
    const field = target.closest<HTMLInputElement | HTMLTextAreaElement>(fields);
    if (field) return { ...nothing, parts: fieldParts(field) };
    const link = this.list.contains(target) ? target.closest('.prose a[href]') : null;
    const picture = Number(target.closest<HTMLElement>('.thumb > button')?.dataset.picture ?? -1);
    const isSelected = !(window.getSelection()?.isCollapsed ?? true);
    const isMessage = view !== undefined && target.closest('article') !== null;
    return {
      parts: [...(isSelected ? ['selection' as const] : []), ...(isMessage ? rowParts(view, this.context) : [])],
      address: link?.getAttribute('href') ?? '',
      text: link?.textContent ?? '',
      picture,
    };
  }
}
