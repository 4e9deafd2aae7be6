/** Names that programs treat as more than data; a key with such a name can change an object instead of filling it. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Explains why a name cannot be a key of data that is sent; undefined for nearly all names. */
export function explainUnsafeKey(key: string): string | undefined {
  return UNSAFE_KEYS.has(key) ? `“${key}” cannot be the name of a key. Choose another name.` : undefined;
}

// A string, a sign, or a number or literal. Each character belongs to one of them or is space.
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs;

/**
 * Explains why a valid JSON text would not be sent as it is written: a number that changes, a key that occurs twice, a
 * key that programs treat as more than data. Undefined where reading and writing it again gives the same tokens.
 */
export function explainInexactJson(json: string): string | undefined {
  const written = readTokens(json);
  const sent = readTokens(JSON.stringify(JSON.parse(json)));
  for (const [index, token] of written.entries()) {
    const unsafe = written[index + 1] === ':' && isText(token) ? explainUnsafeKey(decode(token)) : undefined;
    if (unsafe !== undefined) return unsafe;
  }
  const number = written.find((token) => /^-?\d/.test(token) && JSON.stringify(JSON.parse(token)) !== token);
  if (number !== undefined)
    return `The number ${truncate(number)} would not be sent as it is written. Write it as text, in double quotes.`;
  if (written.every((token, index) => isSameToken(token, sent[index] ?? ''))) return undefined;
  return (
    'A key is twice in one object, or keys that are numbers are not in their order. ' +
    'Use each key once, and order such keys by number.'
  );
}

function readTokens(json: string): string[] {
  return json.match(TOKEN) ?? [];
}

/** Compares two tokens; a string can be written in several ways. */
function isSameToken(one: string, other: string): boolean {
  return one === other || (isText(one) && isText(other) && decode(one) === decode(other));
}

function isText(token: string): boolean {
  return token.startsWith('"');
}

function decode(token: string): string {
  return JSON.parse(token) as string;
}

function truncate(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
