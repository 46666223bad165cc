import { sizeOf } from './source';

/** An SVG in pixels; as base64, without what says so. */
export interface Picture {
  png: string;
  width: number;
  height: number;
}

const longestSvg = 1_000_000;
const longestSide = 4_000;
const mostPixels = 4_000_000;
const enlarged = 3; // it may be looked at closely
const longestPicture = 2_400_000;
const smaller = 0.7; // each time it is too long
const unsized = { width: 300, height: 150 }; // as engines have it

interface Size {
  width: number;
  height: number;
}

/** In pixels, if they are told so: "12", "12px", and what 96 of to an inch make of the others. */
function lengthOf(written: string | undefined): number | undefined {
  const units: Record<string, number> = { '': 1, px: 1, pt: 96 / 72, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 };
  const found = /^\s*(\d{0,9}(?:\.\d{0,9})?)\s*(px|pt|pc|mm|cm|in)?\s*$/.exec(written ?? '');
  const length = found ? Number(found[1]) * units[found[2] ?? ''] : NaN;
  return length > 0 ? length : undefined;
}

/** What the root says of its size, else its viewBox; from the text, which is not read as a document for that. */
export function askedSize(svg: string): Size {
  const root = /<svg(?=[\s>/])(?:[^>"']|"[^"]*"|'[^']*'){0,4000}/.exec(svg)?.[0] ?? '';
  const said = (name: string): string | undefined => {
    const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(root);
    return found?.[1] ?? found?.[2];
  };
  const box = sizeOf(said('viewBox') ?? null);
  const width = lengthOf(said('width'));
  const height = lengthOf(said('height'));
  if (width && height) return { width, height };
  if (box && width) return { width, height: (width * box.height) / box.width };
  if (box && height) return { width: (height * box.width) / box.height, height };
  return box ?? { width: width ?? unsized.width, height: height ?? unsized.height };
}

/** How many pixels it gets: as many as can be looked at closely, and not more than anybody can use. */
export function drawnSize({ width, height }: Size): Size {
  const scale = Math.min(enlarged, longestSide / Math.max(width, height), Math.sqrt(mostPixels / (width * height)));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The declaration may say that the bytes are of another encoding, which they are no longer. */
export const withoutDeclaration = (svg: string): string => svg.replace(/^\ufeff?\s*<\?xml[^>]*\?>/, '');

function loaded(address: string): Promise<HTMLImageElement> {
  return new Promise((done, failed) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = () => failed(new Error('The image is damaged.'));
    image.src = address;
  });
}

function pixels(image: HTMLImageElement, { width, height }: Size): string {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('There is no room for it.');
  pen.fillStyle = '#fff'; // what it is drawn for, unless it says otherwise
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

/**
 * As an image, an SVG runs no script, loads nothing, and hears of no click; and here, in a process of its own, it may
 * take as long as it likes, until that is ended. Only its pixels leave it.
 */
export async function rasterise(svg: string): Promise<Picture> {
  if (svg.length > longestSvg) throw new Error('The image is too long.');
  const address = URL.createObjectURL(new Blob([withoutDeclaration(svg)], { type: 'image/svg+xml' }));
  try {
    const image = await loaded(address);
    let size = drawnSize(askedSize(svg));
    for (;;) {
      const png = pixels(image, size);
      if (png.length <= longestPicture) return { png, ...size };
      size = { width: Math.ceil(size.width * smaller), height: Math.ceil(size.height * smaller) };
    }
  } finally {
    URL.revokeObjectURL(address);
  }
}
