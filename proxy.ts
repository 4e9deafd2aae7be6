import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy } from '@/lib/http/content-security-policy';
import { PATH_HEADER } from '@/lib/http/routes';

/** Sets headers of pages and nothing else: who may do what is decided in lib/server, and what may come in at all in server/request-guard.mjs. */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy(randomBytes(16).toString('base64'), process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  // Next takes the nonce of its own scripts from here.
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  response.headers.set('Cache-Control', 'private, no-store');
  return response;
}

// Pages, and the sign-in's own. What answers with data has no scripts: server/request-guard.mjs lets it load nothing at all.
export const config = { matcher: ['/((?!_next/static/|icon\\.svg$|api/(?!auth/)).*)'] };
