import type { PictureAction, PictureChoice, PictureReady, RemotePicture, Row } from '../contract';
import type { Bridge } from '../page_calls';
import { actButton, el, onTrusted } from '../dom';
import { parsedAddress } from '../markdown/parse';
import { visibleText } from '../safety/visible_text';
import { nextTask } from '../window/slices';
import { say } from '../words';
import type { PictureSource } from './context';
import { copyingWords } from './header';
import { icon } from './icons';
import { saidAround } from './said';

type Loading =
  { kind: 'loading' } | { kind: 'shown'; width: number; height: number } | { kind: 'failed'; reason: string };
interface Offer {
  generation: number;
  seq: number;
  picture: RemotePicture;
}
interface Place {
  address: string;
  host: string;
  name: string;
}

const mostOffers = 4000;
const mostBoxes = 400;
const longestName = 200;

function button(label: string, title: string, act: () => void, className = 'btn small'): HTMLButtonElement {
  const made = actButton(label, className, act);
  if (title) {
    made.title = title;
    made.setAttribute('aria-label', title.includes(label) ? title : `${label}: ${title}`);
  }
  return made;
}

/** Text with a host at its %1. */
function aboutHost(key: 'remoteImage' | 'remoteImageFrom', host: string): Node[] {
  return saidAround(key, el('span', 'mono', ...visibleText(host)));
}

/** Remote pictures: nothing is loaded unless the person says so, and then by the application. */
export class RemotePictures implements PictureSource {
  private choice: PictureChoice = 'ask';
  private readonly offers = new Map<string, Offer>(); // by address, as it is written and as it is parsed
  private readonly states = new Map<string, Loading>(); // by key
  private readonly boxes = new Map<HTMLElement, Place>();
  private isAsking = false;

  constructor(private readonly bridge: Bridge) {}

  /** What the application would load for this row. */
  offer(row: Row): void {
    for (const picture of row.pictures ?? []) {
      for (const address of [picture.address, parsedAddress(picture.address)]) {
        this.offers.delete(address);
        this.offers.set(address, { generation: row.generation, seq: row.seq, picture });
        if (this.offers.size > mostOffers) this.offers.delete(this.offers.keys().next().value as string);
      }
    }
  }

  place(address: string, host: string, name: string): HTMLElement {
    const box = el('span');
    this.boxes.set(box, { address, host, name: name.slice(0, longestName) });
    this.draw(box);
    this.ask();
    return box;
  }

  leave(row: HTMLElement): void {
    for (const box of this.boxes.keys()) if (row.contains(box)) this.boxes.delete(box);
  }

  ready(result: PictureReady): void {
    const { key, width, height, reason } = result;
    this.become(
      key,
      width && height ? { kind: 'shown', width, height } : { kind: 'failed', reason: reason ?? say('remoteImageGone') },
    );
  }

  choose(choice: PictureChoice): void {
    this.choice = choice;
    for (const [key, state] of [...this.states])
      if (state.kind !== 'shown' || choice === 'never') this.states.delete(key);
    this.drawAll(() => true);
    this.ask();
  }

  private offerOf(box: HTMLElement): Offer | undefined {
    return this.offers.get(this.boxes.get(box)?.address ?? '');
  }

  private drawAll(isMeant: (offer: Offer | undefined) => boolean): void {
    for (const box of [...this.boxes.keys()]) if (isMeant(this.offerOf(box))) this.draw(box);
  }

  /**
   * What has left the page is redrawn when it comes back. Not while a row is being made: its boxes are not in it yet.
   */
  private trim(): void {
    if (this.boxes.size <= mostBoxes) return;
    for (const box of [...this.boxes.keys()]) if (!box.isConnected) this.boxes.delete(box);
  }

  /** Reports which are in the page: some were loaded before, and the person may have chosen to see them all. */
  private ask(): void {
    if (this.isAsking) return;
    this.isAsking = true;
    nextTask(() => {
      this.isAsking = false;
      this.trim();
      for (const box of [...this.boxes.keys()]) {
        const offer = this.offerOf(box);
        if (box.isConnected && offer && !this.states.has(offer.picture.key)) {
          if (this.choice === 'always') this.begin(offer.picture.key);
          this.bridge.call('pictureInSight', { seq: offer.seq, key: offer.picture.key });
        }
      }
    }, 'background');
  }

  private use({ seq, picture }: Offer, wish: PictureAction): void {
    this.bridge.call('usePicture', { seq, key: picture.key, wish });
  }

  private ofSession({ generation }: Offer, choice: PictureChoice): void {
    this.bridge.call('choosePictures', { generation, choice });
  }

  private begin(key: string): void {
    this.become(key, { kind: 'loading' });
  }

  private become(key: string, state: Loading): void {
    this.states.set(key, state);
    this.drawAll((offer) => offer?.picture.key === key);
  }

  private load(offer: Offer): void {
    this.begin(offer.picture.key);
    this.use(offer, 'once');
  }

  /** If a button in it was pressed by key, the focus stays there. */
  private draw(box: HTMLElement): void {
    const place = this.boxes.get(box) as Place;
    const hadFocus = box.contains(document.activeElement);
    const offer = this.offerOf(box);
    const state = offer && this.states.get(offer.picture.key);
    if (offer && state?.kind === 'shown') this.drawPicture(box, place, offer, state);
    else this.drawBox(box, place, offer, state);
    if (hadFocus) (box.querySelector('button') ?? box).focus({ preventScroll: true });
  }

  private drawBox(box: HTMLElement, place: Place, offer: Offer | undefined, state: Loading | undefined): void {
    const host = offer?.picture.host ?? place.host;
    const status = el('span', 'meta t2', ...visibleText(this.words(place, offer, state)));
    status.setAttribute('role', 'status');
    const buttons = offer && state?.kind !== 'loading' ? this.buttons(offer, state) : [];
    buttons.push(
      copyingWords(say('copyAddress'), 'btn small flat', () => this.bridge.call('copyText', { text: place.address })),
    );
    if (state?.kind !== 'loading')
      buttons.push(
        button(
          say('openInBrowser'),
          '',
          () => this.bridge.call('openLink', { address: place.address, text: host }),
          'btn small flat',
        ),
      );
    delete box.dataset.key;
    box.className = 'remote';
    box.tabIndex = -1;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', say('remoteImage', host));
    const name = place.name ? el('span', 'meta t2 alt', ...visibleText(place.name)) : null;
    box.replaceChildren(
      icon('image', 'normal'),
      el('span', 'about', el('b', '', ...aboutHost('remoteImage', host)), name, status),
      el('span', buttons[0].classList.contains('flat') ? 'bt flats' : 'bt', ...buttons),
    );
  }

  private words(place: Place, offer: Offer | undefined, state: Loading | undefined): string {
    if (state?.kind === 'loading') return say('remoteImageLoading');
    if (state?.kind === 'failed') return state.reason;
    if (/^http:/i.test(place.address)) return say('remoteImagePlain');
    if (!offer) return say('remoteImageCannot');
    return this.choice === 'never' ? say('remoteImageNever') : say('remoteImageWhy');
  }

  private buttons(offer: Offer, state: Loading | undefined): HTMLElement[] {
    const made = [button(say(state?.kind === 'failed' ? 'tryAgain' : 'loadOnce'), '', () => this.load(offer))];
    if (this.choice !== 'ask') return [...made, this.askAgain(offer)];
    made.push(button(say('loadAlways'), '', () => this.ofSession(offer, 'always')));
    made.push(button(say('loadNever'), say('loadNeverWhy'), () => this.ofSession(offer, 'never')));
    return made;
  }

  private askAgain(offer: Offer): HTMLElement {
    return button(say('loadAskAgain'), say('loadAskAgainWhy'), () => this.ofSession(offer, 'ask'), 'btn small flat');
  }

  private drawPicture(box: HTMLElement, place: Place, offer: Offer, state: Loading & { kind: 'shown' }): void {
    const { key, host } = offer.picture;
    const picture = el('img');
    picture.decoding = 'async';
    picture.alt = place.name ? say('imageNamed', place.name) : say('remoteImage', host);
    picture.addEventListener('error', () => this.become(key, { kind: 'failed', reason: say('remoteImageGone') }), {
      once: true,
    });
    const frame = el('button', 'im', picture);
    frame.type = 'button';
    frame.title = picture.alt;
    onTrusted(frame, 'click', (event) => {
      event.stopPropagation();
      this.use(offer, 'open');
    });
    picture.src = `picture/${/^[0-9a-f]{64}$/.test(key) ? key : 'unknown'}`;
    box.dataset.key = key; // for its menu
    box.className = 'thumb far';
    box.removeAttribute('role');
    box.removeAttribute('aria-label');
    const caption = el(
      'span',
      'cap',
      el('span', 'grow elide', ...aboutHost('remoteImageFrom', host)),
      el('span', 't3 num', `${state.width}×${state.height}`),
    );
    box.replaceChildren(frame, caption, ...(this.choice === 'ask' ? [] : [el('span', 'bt', this.askAgain(offer))]));
  }
}
