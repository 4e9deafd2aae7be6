/** Formats a fingerprint (hexadecimal digits) in groups of four, so that people can compare it aloud. */
export function formatFingerprint(fingerprint: string): string {
  return fingerprint.match(/.{1,4}/g)?.join(' ') ?? '';
}
