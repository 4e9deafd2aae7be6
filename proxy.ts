import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy } from '@/lib/http/content-security-policy';
import { PATH_HEADER } from '@/lib/http/routes';

/**
 * Sets the headers of pages. lib/server checks permissions, and server/request-guard.mjs decides which requests are
 * accepted.
 */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy(randomBytes(16).toString('base64'), process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  // Next reads the nonce for its own scripts from this header.
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

/**
 * Pages and the sign-in routes. Data routes and the files of public/ run no scripts, so the stricter policy of
 * server/request-guard.mjs applies to them.
 */
export const config = {
  matcher: [
    '/((?!_next/static/|scim/|api/(?!auth/)|(?:robots\\.txt|favicon\\.ico|icon\\.svg|apple-icon\\.png|verify\\.html)$|\\.well-known/).*)',
  ],
};
