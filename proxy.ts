import { type NextRequest, NextResponse } from 'next/server';
import { apiRoutes, PATH_HEADER } from '@/lib/routes';

/** Sets headers and nothing else: who may do what is decided in lib/server. */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('X-Content-Type-Options', 'nosniff');
  response.headers.set('Referrer-Policy', 'no-referrer');
  response.headers.set('X-Frame-Options', 'DENY');
  // An export is as quick as it is read; compressing it would take longer than the way to the reader.
  const isExport = request.nextUrl.pathname === apiRoutes.transferExport;
  response.headers.set('Cache-Control', isExport ? 'private, no-store, no-transform' : 'private, no-store');
  return response;
}

export const config = { matcher: ['/((?!_next/static|_next/image|favicon|icon).*)'] };
