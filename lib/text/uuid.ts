/** Gives the UUID, in the format of a random one, that the first digits of a SHA-256 (hexadecimal) make. */
export function uuidOfHash(hash: string): string {
  const hex = hash.slice(0, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Matches a UUID in lower case with hyphens, as PostgreSQL writes one: "0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11". */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Tells a person that an identifier has characters that no service uses in one. */
export const NOT_ASCII_MESSAGE =
  'Use plain letters, digits and signs only. Another alphabet can look the same: type the ID instead of pasting it.';

/** Tells whether an identifier has visible ASCII characters only, such as "p-ops". */
export function isAsciiId(id: string): boolean {
  return /^[!-~]*$/.test(id);
}

/**
 * Gives an identifier as it is sent and stored: trimmed, and a UUID in any spelling that readers of UUIDs accept
 * (capital letters, without hyphens, in braces, after "urn:uuid:") in lower case with hyphens. Other identifiers stay
 * as they are.
 */
export function canonicalId(id: string): string {
  const trimmed = id.trim();
  // The longest spelling is "urn:uuid:{...}".
  if (trimmed.length > MAX_UUID_SPELLING) return trimmed;
  const bare = foldCase(trimmed)
    .replace(/^urn:uuid:/, '')
    .replace(/^\{(.*)\}$/, '$1')
    .replaceAll('-', '');
  return /^[0-9a-f]{32}$/.test(bare) ? bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : trimmed;
}

/** Gives a list of identifiers in canonical form, each once. */
export function canonicalIds(ids: readonly string[]): string[] {
  const canonical = ids.map(canonicalId);
  return canonical.filter((id, index) => canonical.findIndex((other) => isSameId(other, id)) === index);
}

/** Tells whether two identifiers are one: equal in canonical form, ignoring the case of ASCII letters. */
export function isSameId(one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one === other) return true;
  const [mine, theirs] = [one.trim(), other.trim()];
  // Most pairs differ at first sight; a replay of the policy compares millions of them.
  if (mine.length < MIN_UUID_SPELLING || theirs.length < MIN_UUID_SPELLING) return isEqualIgnoringCase(mine, theirs);
  if (UUID.test(mine) && UUID.test(theirs)) return mine === theirs;
  return isEqualIgnoringCase(canonicalId(mine), canonicalId(theirs));
}

/**
 * Lists the spellings in which a service may write an identifier: as given, and a UUID in canonical form and capitals.
 */
export function listIdSpellings(id: string): string[] {
  const canonical = canonicalId(id);
  return [...new Set([id, canonical, ...(UUID.test(canonical) ? [canonical.toUpperCase()] : [])])];
}

const MIN_UUID_SPELLING = 32;
const MAX_UUID_SPELLING = 64;

/** Tells whether two texts are equal but for the case of ASCII letters, as `foldCase` would, without new texts. */
function isEqualIgnoringCase(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b && (Math.abs(a - b) !== CASE_STEP || !isAsciiLetter(a) || !isAsciiLetter(b))) return false;
  }
  return true;
}

const CASE_STEP = 32;
const isAsciiLetter = (code: number) => (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

// Not toLowerCase: some letters of other alphabets become ASCII ones by it, such as the Kelvin sign.
function foldCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
