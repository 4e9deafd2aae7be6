// The kind of an address, which the console prints before the first chunk (lib/addresses/chunks.ts).
const PREFIX = String.raw`(0x|bc1|ltc1|bitcoincash:)?\s?`;
const CHUNKS = String.raw`[a-z0-9]{4}(?:\s[a-z0-9]{4})*`;
const LAST = String.raw`(?:\s[a-z0-9]{1,4})?`;
const WHOLE = new RegExp(`^${PREFIX}(${CHUNKS}${LAST})$`, 'i');
const ELIDED = new RegExp(String.raw`^${PREFIX}(${CHUNKS})\s?(…|⋯|\.{2,6}|\*{2,6})\s?(${CHUNKS}${LAST})$`, 'i');
const MAX_LENGTH = 250;

const MIN_CHUNKS = 4;
// Words are rarely hexadecimal, and never begin with 0x.
const MIN_HEX_CHUNKS = 3;
const MIN_PREFIXED_CHUNKS = 2;

/**
 * Joins an address, or a part or a short form of one, that is written in chunks of four as the console prints it:
 * "0x4e11 1Ec0 … 8053 6Ca5", "4e11 1Ec0 7799". Gives any other text unchanged.
 */
export function joinChunks(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  const [, kind = '', begin, dots = '', end = ''] = ELIDED.exec(text) ?? [];
  if (begin !== undefined)
    return /\d|[a-z][A-Z]/.test(begin + end) && (kind !== '' || !beginsWithWord(begin))
      ? join(kind, begin, dots, end)
      : text;
  const [, prefix = '', chunks] = WHOLE.exec(text) ?? [];
  return chunks !== undefined && looksChunked(prefix, chunks) ? join(prefix, chunks) : text;
}

const join = (...parts: readonly string[]) => parts.join('').replaceAll(/\s/gu, '');

const beginsWithWord = (chunks: string) => /^[A-Za-z][a-z]{3}(?!\S)/.test(chunks) && !/^[a-f]{4}/i.test(chunks);

function looksChunked(prefix: string, text: string): boolean {
  const chunks = text.split(/\s/u);
  if (prefix !== '') return chunks.length >= MIN_PREFIXED_CHUNKS;
  const least = /^[0-9a-f\s]+$/i.test(text) ? MIN_HEX_CHUNKS : MIN_CHUNKS;
  const isMixed = chunks.some((chunk) => /\d/.test(chunk) && /[a-z]/i.test(chunk));
  return chunks.length >= least && isMixed && !beginsWithWord(text);
}
