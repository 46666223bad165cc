import english from './words.en.json';

export type WordKey = keyof typeof english;

let words: Record<string, string> = english;
let locale = 'en-GB';
let numbers = new Intl.NumberFormat(locale);
let numbersIn = locale;

/** Takes the application's texts. Unknown keys keep their English text. */
export function setWords(given: Record<string, string>, localeName: string): void {
  words = { ...english, ...given };
  locale = localeName.startsWith('zh') ? 'zh-CN' : 'en-GB';
}

/** The text of a key, with %1, %2… replaced in one pass, so that a value containing "%2" stays as it is. */
export function say(key: WordKey, ...values: (string | number)[]): string {
  return (words[key] ?? key).replace(/%(\d)/g, (whole, digit: string) => {
    const value = values[Number(digit) - 1];
    return value === undefined ? whole : String(value);
  });
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

export function clockTime(time: number): string {
  const date = new Date(time);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

export function clockTimeSeconds(time: number): string {
  return `${clockTime(time)}:${twoDigits(new Date(time).getSeconds())}`;
}

/** With thousands separators, like the program's other numbers. */
export function count(value: number): string {
  if (numbersIn !== locale) {
    numbers = new Intl.NumberFormat(locale);
    numbersIn = locale;
  }
  return numbers.format(value);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(part: 'weekday' | 'month', form: 'long' | 'short'): Intl.DateTimeFormat {
  const key = `${locale} ${part} ${form}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { [part]: form });
    formats.set(key, format);
  }
  return format;
}

export function dayText(time: number, form: 'dayShort' | 'dayLong'): string {
  const date = new Date(time);
  const month = formatOf('month', locale === 'zh-CN' ? 'short' : 'long').format(date); // 7月, July
  return say(form, formatOf('weekday', 'long').format(date), date.getDate(), month, date.getFullYear());
}

export function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** 340, 1.2k, 15.9k, 2.4M */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_950) return `${(count / 1000).toFixed(1)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return say('bytes', bytes);
  if (bytes < 1_000_000) return say('kilobytes', (bytes / 1000).toFixed(1));
  return say('megabytes', (bytes / 1_000_000).toFixed(1));
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return say('milliseconds', Math.round(milliseconds));
  const seconds = milliseconds / 1000;
  if (seconds < 10) return say('seconds', seconds.toFixed(1).replace(/\.0$/, ''));
  if (seconds < 100) return say('seconds', Math.round(seconds));
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? say('minutes', minutes) : say('hoursMinutes', Math.floor(minutes / 60), minutes % 60);
}
