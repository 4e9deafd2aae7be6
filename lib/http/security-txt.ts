const VALID_DAYS = 30;

/**
 * Composes a security.txt (RFC 9116): where to report a vulnerability of the console at `origin`. `contact` is a
 * mailto:, tel: or https: address. The text expires 30 days after `now`, in milliseconds since 1970.
 */
export function composeSecurityTxt({ contact, origin, now }: { contact: string; origin: string; now: number }) {
  const expires = new Date(now + VALID_DAYS * 86_400_000).toISOString();
  const lines = [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en'];
  // RFC 9116 requires https for a web address.
  if (origin.startsWith('https:')) lines.push(`Canonical: ${origin}/.well-known/security.txt`);
  return `${lines.join('\n')}\n`;
}
