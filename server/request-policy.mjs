// @ts-check
// A sheet of a thousand rows is below the first, and a form below a tenth of the second. What an action is called with is
// taken apart before anybody knows who calls it, and a megabyte made for that keeps a process busy for seconds.
const LONGEST_BODY_BYTES = 1024 * 1024;
const LONGEST_FORM_BYTES = 128 * 1024;
const TAKES_MORE = /^\/(?:api\/.*|(?:withdrawals|recipients)\/import)$/;
const METHODS = ['GET', 'HEAD', 'POST'];

/** @typedef {{ status: number; title: string; next: string; headers?: Record<string, string> }} Refusal */

/**
 * Why a request may not come in, from its head alone; undefined where it may.
 *
 * @param {Pick<import('node:http').IncomingMessage, 'method' | 'url' | 'headers'>} request
 * @param {URL} ownAddress
 * @returns {Refusal | undefined}
 */
export function whyRefused({ method = '', url = '', headers }, ownAddress) {
  if (!METHODS.includes(method)) {
    return {
      status: 405,
      title: `${method} is not answered here`,
      next: 'Use GET or POST.',
      headers: { allow: METHODS.join(', ') },
    };
  }
  const pathname = readPath(url, ownAddress);
  if (pathname === undefined)
    return { status: 400, title: 'This address cannot be read', next: `Open ${ownAddress.origin}.` };
  const site = headers['sec-fetch-site'];
  // next-auth would write into our log whatever anybody says there; the other is drawn where a page fails, and is none by itself.
  if (/^\/(?:api\/auth\/_log|_global-error)\b/.test(decodeURIComponent(pathname)))
    return { status: 404, title: 'There is nothing here', next: `Open ${ownAddress.origin}.` };
  if (method === 'POST') {
    // A page of somebody else's can make a browser post, but not lie about where it stands (Fetch, "Sec-Fetch-Site", and RFC 6454).
    if (headers.origin !== ownAddress.origin || site !== 'same-origin') {
      return {
        status: 403,
        title: 'This did not come from a page of the console',
        next: `Open ${ownAddress.origin} and do it there.`,
      };
    }
    const length = headers['content-length'];
    if (length === undefined || 'transfer-encoding' in headers)
      return { status: 411, title: 'The length of this is not said', next: 'Send Content-Length.' };
    const longest = TAKES_MORE.test(pathname) ? LONGEST_BODY_BYTES : LONGEST_FORM_BYTES;
    if (Number(length) > longest)
      return { status: 413, title: `This is larger than ${longest / 1024} kB`, next: 'Take it in several parts.' };
    return undefined;
  }
  // Reading costs the service and is written down, so a stranger's page may not cause it. The sign-in comes back from
  // another site, but as a page: a picture that "comes back" would use up what may be signed in from that address.
  const isSignIn = pathname.startsWith('/api/auth/') && (headers['sec-fetch-dest'] ?? 'document') === 'document';
  if (pathname.startsWith('/api/') && !isSignIn && (site === 'cross-site' || site === 'same-site')) {
    return {
      status: 403,
      title: 'This was asked for by a page of another site',
      next: `Open ${ownAddress.origin} and do it there.`,
    };
  }
  if (Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers) {
    return { status: 413, title: 'A GET with a body is not answered here', next: 'Leave the body out.' };
  }
  return undefined;
}

/**
 * The path of an address as Next reads it: without dots, and with every stroke the same way. Undefined where there is
 * none: in the absolute form, of which Next would read another host (RFC 9112, 3.2.2), and where it is no UTF-8, which
 * Next takes for granted where a part of it is an id.
 *
 * @param {string} url
 * @param {URL} ownAddress
 */
function readPath(url, ownAddress) {
  if (!url.startsWith('/') || !URL.canParse(url, ownAddress)) return undefined;
  const { origin, pathname } = new URL(url, ownAddress);
  try {
    return origin === ownAddress.origin && !decodeURIComponent(pathname).includes('\0') ? pathname : undefined;
  } catch {
    return undefined;
  }
}
