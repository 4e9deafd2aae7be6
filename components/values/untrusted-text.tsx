import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

const DEFAULT_LIMIT = 400;

/** A text from outside, safe to read beside others: hidden characters written out, and cut, with its length, where it is endless. */
export function UntrustedText({ text, limit = DEFAULT_LIMIT }: { text: string; limit?: number }) {
  return <bdi>{readableText(text, limit)}</bdi>;
}

/** The same for whatever JSON can hold. */
export function UntrustedValue({ value }: { value: unknown }) {
  return typeof value === 'string' ? (
    <UntrustedText text={value} />
  ) : (
    <code className="font-mono text-[0.92em]">
      <UntrustedText text={writeJson(value)} />
    </code>
  );
}

/** A text to be read: hidden characters written out, the rest of an endless one only counted. */
export function readableText(text: string, limit = DEFAULT_LIMIT): string {
  if (text.length <= limit) return revealHiddenCharacters(text);
  return `${revealHiddenCharacters(text.slice(0, limit))}… (${text.length.toLocaleString('en-GB')} characters)`;
}

/** JSON for people, of anything. */
export function writeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? String(value);
  } catch {
    return '(cannot be written as JSON)';
  }
}
