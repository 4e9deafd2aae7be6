import type { ReactNode } from 'react';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { formatCount } from '@/lib/text/locale';

const DEFAULT_LIMIT = 400;

/**
 * Renders a text from outside safely: hidden characters are written out, and a long text is cut and its length shown.
 */
export function UntrustedText({ text, limit = DEFAULT_LIMIT }: { text: string; limit?: number }) {
  return <bdi>{readableText(text, limit)}</bdi>;
}

/** Isolates a text from the direction of the text around it; a text of ASCII characters needs no element for that. */
export function isolate(text: string): ReactNode {
  return /^[\x20-\x7e]*$/.test(text) ? text : <bdi>{text}</bdi>;
}

/** Renders any JSON value from outside safely; an empty text as "(empty)", so that it does not look missing. */
export function UntrustedValue({ value }: { value: unknown }) {
  if (value === '') return <span className="text-dim">(empty)</span>;
  return typeof value === 'string' ? (
    <UntrustedText text={value} />
  ) : (
    <code className="font-mono">
      <UntrustedText text={writeJson(value)} />
    </code>
  );
}

/** Makes a text readable: writes hidden characters out, and cuts a long text and adds its length. */
export function readableText(text: string, limit = DEFAULT_LIMIT): string {
  if (text.length <= limit) return revealHiddenCharacters(text);
  return `${revealHiddenCharacters(text.slice(0, limit))}… (${formatCount(text.length)} characters)`;
}

/** Formats any value as JSON for reading; never throws. */
export function writeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? String(value);
  } catch {
    return '(cannot be written as JSON)';
  }
}
