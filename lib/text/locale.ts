/**
 * How numbers and times are written, on screen and in what the console sends: `DESK_LOCALE` and `DESK_TIME_ZONE`.
 * Sentences are in English whatever the locale. Amounts of money are written by lib/money/format-amount.ts, the same
 * everywhere, and never here.
 */
export interface DeskFormat {
  /** A BCP 47 tag, such as "en-GB". */
  locale: string;
  /** An IANA name; undefined where each reader sees the zone of their browser. */
  timeZone: string | undefined;
}

const KEY = Symbol.for('countersign.desk-format');
const DEFAULT: DeskFormat = { locale: 'en-GB', timeZone: undefined };

interface Holder {
  [KEY]?: DeskFormat;
}

/**
 * Sets how this process writes numbers and times. Pages carry both to the browser as `data-locale` and `data-time-zone`
 * of their root element.
 */
export function setDeskFormat(format: DeskFormat): void {
  (globalThis as Holder)[KEY] = format;
}

/** Returns how numbers and times are written here. */
export function deskFormat(): DeskFormat {
  const holder = globalThis as Holder;
  if (typeof document === 'undefined') return holder[KEY] ?? DEFAULT;
  // Read once: a page keeps the format that it was loaded with.
  const { locale, timeZone } = document.documentElement.dataset;
  return (holder[KEY] ??= { locale: locale ?? DEFAULT.locale, timeZone });
}

/**
 * Returns the zone in which a page writes times: that of the desk; otherwise that of the browser (undefined), and UTC
 * on the server and in the first render, which do not know the browser's.
 */
export function zoneOfPage(isInBrowser: boolean): string | undefined {
  return deskFormat().timeZone ?? (isInBrowser ? undefined : 'UTC');
}

// Creating a format is the slow part, and lists need one hundreds of times.
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
// People choose zones, so their number is bounded.
const MAX_FORMATS = 200;

function remember<Format>(formats: Map<string, Format>, key: unknown[], create: (locale: string) => Format): Format {
  const { locale } = deskFormat();
  const name = JSON.stringify([locale, ...key]);
  const known = formats.get(name);
  if (known !== undefined) return known;
  if (formats.size >= MAX_FORMATS) formats.clear();
  const format = create(locale);
  formats.set(name, format);
  return format;
}

/** Writes a number of things, such as "5,000". */
export function formatCount(count: number, options: Intl.NumberFormatOptions = {}): string {
  return remember(numberFormats, [options], (locale) => new Intl.NumberFormat(locale, options)).format(count);
}

/** Tells whether the desk's locale has a comma before decimals, as in "1,5". */
export const hasDecimalComma = () => formatCount(1.5).includes(',');

/**
 * Writes parts of a time, in the zone of the options, otherwise of the desk, otherwise of the browser. Throws a
 * RangeError for an invalid date.
 */
export function formatDate(date: Date, options: Intl.DateTimeFormatOptions): string {
  const zoned = { ...options, timeZone: options.timeZone ?? deskFormat().timeZone };
  // The zone of the browser changes where its reader travels.
  const own = zoned.timeZone === undefined ? date.getTimezoneOffset() : null;
  return remember(dateFormats, [zoned, own], (locale) => new Intl.DateTimeFormat(locale, zoned)).format(date);
}

/** Tells whether a text names a locale whose formats this machine has. */
export function isLocale(text: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text).length === 1;
  } catch {
    return false;
  }
}
