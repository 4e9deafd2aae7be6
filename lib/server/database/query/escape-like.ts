import 'server-only';

/** Escapes the wildcards of LIKE, so that a pattern matches the text literally: "50%" gives "50\%". */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
