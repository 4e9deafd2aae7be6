import { composeSecurityTxt } from '@/lib/http/security-txt';
import { settings } from '@/lib/server/config/settings';

/** Answers with the operator's security contact (RFC 9116), or 404 if none is configured. */
export function GET(): Response {
  const { SECURITY_CONTACT: contact, NEXTAUTH_URL: origin } = settings();
  if (contact === undefined) return new Response('Not found\n', { status: 404 });
  return new Response(composeSecurityTxt({ contact, origin, now: Date.now() }), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
}
