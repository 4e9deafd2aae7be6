import { trimCharacters } from '@/lib/text/trim-characters';
import { isMintedReference } from '@/lib/withdrawals/reference';

/*
 * A search text is first taken as it is. What else it can mean is tried where that finds nothing exactly:
 *
 *   reading  example                                 matched as
 *   -------  --------------------------------------  -----------------------------------------------------------------
 *   keys     "where is INV-7?", an explorer's link   each identifier in it as a whole reference, ID, hash or address
 *   spelled  "NORTHWIND 48", "inv 2026_11"           a whole reference with other signs between its words and numbers
 *   ends     "0x5290…9EE7", "0x5290...9EE7"          the beginning and the end of an address, a hash or an ID
 *   label    a profile's or customer's ID, "invoice" an ID beside those of the transfer, the key of a metadata value
 *   status   "travel rule rejected"                  a secondary status, whole or by its beginning
 *
 * Amounts are in read-amounts.ts. Every reading is a look into an index.
 */

/** The beginning and the end of a shortened address, hash or ID. */
export interface Ends {
  begin: string;
  end: string;
}

/** What a search text can mean besides itself; empty and undefined for a text that is only itself. */
export interface OtherReadings {
  /** The identifiers in a sentence or a link, the likely ones first, at most MAX_KEYS. */
  keys: readonly string[];
  /** The text with other signs between its words and numbers, in lower case, at most 64. */
  spellings: readonly string[];
  ends: Ends | undefined;
  /** The text, where it may be the ID of a profile, a customer or an account, or the key of a metadata value. */
  label: string | undefined;
  /** A secondary status as the service spells it. */
  status: string | undefined;
}

const MAX_KEYS = 8;
const MAX_LENGTH = 500;
const MAX_LABEL_LENGTH = 100;
const MIN_STATUS_LENGTH = 5;

/**
 * Reads what a search text can mean besides itself. Never throws; a text of more than 500 characters is only itself.
 */
export function readOtherWays(text: string): OtherReadings {
  if (text.length > MAX_LENGTH)
    return { keys: [], spellings: [], ends: undefined, label: undefined, status: undefined };
  const ends = readEnds(text);
  return {
    keys: ends ? [] : listKeys(text),
    spellings: ends ? [] : listSpellings(text),
    ends,
    label: isLabel(text) ? text : undefined,
    status: readStatus(text),
  };
}

// Dots, an ellipsis or stars between two parts of an identifier. A reference has dots of its own, but not two in a row.
const SHORTENED =
  /(?:^|[^\p{L}\p{N}])([A-Za-z0-9][A-Za-z0-9:_-]{3,80})\s?(?:…|⋯|\.{2,6}|\*{2,6})\s?([A-Za-z0-9_-]{3,80})(?![\p{L}\p{N}])/u;

function readEnds(text: string): Ends | undefined {
  const [, begin, end] = SHORTENED.exec(text) ?? [];
  if (begin === undefined || end === undefined) return undefined;
  // Words of a sentence are neither.
  return /\d|[a-z][A-Z]/.test(`${begin} ${end}`) ? { begin, end } : undefined;
}

// What people hear alike, and what the desk puts between the parts of a reference.
const BETWEEN_PARTS = ['-', ' ', '_', ''];
const MAX_SPELLED_PARTS = 4;
const MAX_SAME_SIGN_PARTS = 6;
const MAX_SPELLED_LENGTH = 60;
const WORDS = /[\s\p{Pd}_]+/u;
const WORDS_AND_NUMBERS = /[\s\p{Pd}_]+|(?<=\p{L})(?=\p{Nd})|(?<=\p{Nd})(?=\p{L})/u;

/**
 * Lists the ways to write a reference of a few words and numbers: every sign between them for up to four parts, the
 * same sign everywhere for up to six, with hyphens first. Empty for a text without a letter, which may be an amount.
 */
function listSpellings(text: string): string[] {
  const key = text.toLowerCase();
  if (Array.from(key).length > MAX_SPELLED_LENGTH || !/\p{L}/u.test(key)) return [];
  const split = (between: RegExp) => key.split(between).filter((part) => part !== '');
  const fine = split(WORDS_AND_NUMBERS);
  const parts = fine.length <= MAX_SPELLED_PARTS ? fine : split(WORDS);
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0 || parts.length > MAX_SAME_SIGN_PARTS) return [];
  const spellings =
    parts.length > MAX_SPELLED_PARTS
      ? BETWEEN_PARTS.map((sign) => parts.join(sign))
      : others.reduce(
          (beginnings, part) => BETWEEN_PARTS.flatMap((sign) => beginnings.map((begin) => begin + sign + part)),
          [first],
        );
  return [...new Set(spellings)].filter((spelling) => spelling !== key);
}

function readStatus(text: string): string | undefined {
  if (text.length < MIN_STATUS_LENGTH || !/^[a-z]+(?:[ _-]+[a-z]+)*$/i.test(text)) return undefined;
  return text.toUpperCase().replaceAll(/[ _-]+/g, '_');
}

// IDs have no spaces, and a name of a few words is long for a key.
const MAX_LABEL_SPACES = 3;

function isLabel(text: string): boolean {
  const spaces = text.match(/\s+/gu)?.length ?? 0;
  // "34,144.08" and "0.5 BTC" are amounts.
  return (
    Array.from(text).length <= MAX_LABEL_LENGTH &&
    spaces <= MAX_LABEL_SPACES &&
    /\p{L}|^\p{N}+$/u.test(text) &&
    !/^[\d.,' ]+ ?[a-z]{2,12}$/i.test(text)
  );
}

/** Lists the spellings of a label, in lower case: as it is, and "missing trustline" as services write names. */
export function listLabelSpellings(label: string): string[] {
  const text = label.toLowerCase();
  return [...new Set([text, text.replaceAll(/[ -]+/g, '_')])];
}

// What ends a word of a sentence, and a part of a link.
const BETWEEN = /[\s\p{Cc}\p{Cf},;|"“”„«»<>()[\]{}]+/u;
const LINK_PARTS = /[\s/?#&=,;|"<>()]+/;
const IS_LINK = /^(?:https?:\/\/)?[a-z0-9-]+(?:\.[a-z0-9-]+)+\/\S+$/i;
// Signs around an identifier that do not belong to it.
const AROUND = /[\s.,:;!?#*'’‘`"“”@=+~_–—-]/u;
const CHUNK = /^[A-Za-z0-9]{2,8}$/;
const MIN_CHUNKS = 4;
const MIN_CHUNKED_LENGTH = 20;

function listKeys(text: string): string[] {
  const isLink = IS_LINK.test(text);
  // What identifies is at the end of a link, and the host and the kind of page come before.
  const parts = isLink ? text.split(LINK_PARTS).toReversed() : text.split(BETWEEN);
  const chunks = text.split(/\s+/u);
  const isChunked = chunks.length >= MIN_CHUNKS && chunks.every((chunk) => CHUNK.test(chunk));
  const joined = isChunked ? chunks.join('') : '';
  const found = parts
    .map((part) => trimCharacters(part, (character) => AROUND.test(character)).replaceAll(/\p{Pd}/gu, '-'))
    // "ref:INV-7" names the reference behind its colon; an address of Bitcoin Cash has a colon of its own.
    .flatMap((part) => (part.includes(':') ? [part, part.slice(part.indexOf(':') + 1)] : [part]))
    .filter(looksLikeKey);
  const keys = joined.length >= MIN_CHUNKED_LENGTH ? [joined, ...found] : found;
  return [...new Set(keys)].filter((key) => key !== text).slice(0, MAX_KEYS);
}

// Numbers with separators are amounts, and short ones count something.
const AMOUNT_OR_DATE = /^\d+(?:[.,:'/]\d+)+$/;

function looksLikeKey(part: string): boolean {
  if (isMintedReference(part)) return true;
  return /^(?=.*\p{Nd})\S{5,200}$/u.test(part) && !AMOUNT_OR_DATE.test(part);
}
