import canonicalize from 'canonicalize';

/**
 * Writes the canonical text (RFC 8785) of a JSON value as a database gives it back: members that are undefined are left
 * out, and `undefined` itself is null. Throws for a text with a lone surrogate.
 */
export function writeCanonical(value: unknown): string {
  return canonicalize(JSON.parse(JSON.stringify(value ?? null))) ?? 'null';
}
