// @ts-check
// A sheet of a thousand rows is smaller than the first limit, a form smaller than a tenth of the second. Next parses an
// action's arguments before the caller is known, and a malicious megabyte would keep the process busy for seconds.
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_FORM_BYTES = 128 * 1024;
const LARGE_BODY_PATHS = /^\/(?:api\/.*|(?:withdrawals|recipients)\/import)$/;
const METHODS = ['GET', 'HEAD', 'POST'];

/** @typedef {{ status: number; title: string; next: string; headers?: Record<string, string> }} Rejection */

/**
 * Checks a request by its method, URL and headers alone. Returns the rejection, or undefined if the request is allowed.
 *
 * @param {Pick<import('node:http').IncomingMessage, 'method' | 'url' | 'headers'>} request
 * @param {URL} ownAddress
 * @returns {Rejection | undefined}
 */
export function findRejection({ method = '', url = '', headers }, ownAddress) {
  if (!METHODS.includes(method)) {
    return {
      status: 405,
      title: `The method ${method} is not allowed`,
      next: 'Use GET or POST.',
      headers: { allow: METHODS.join(', ') },
    };
  }
  const pathname = readPath(url, ownAddress);
  if (pathname === undefined)
    return { status: 400, title: 'The address is invalid', next: `Open ${ownAddress.origin}.` };
  const site = headers['sec-fetch-site'];
  // next-auth would log any text that is posted to the first; the second is Next's error page, which is no page of its
  // own.
  if (/^\/(?:api\/auth\/_log|_global-error)\b/.test(decodeURIComponent(pathname)))
    return { status: 404, title: 'Not found', next: `Open ${ownAddress.origin}.` };
  if (method === 'POST') {
    // A foreign page can make a browser post, but cannot forge its own origin (Fetch, "Sec-Fetch-Site", and RFC 6454).
    if (headers.origin !== ownAddress.origin || site !== 'same-origin') {
      return {
        status: 403,
        title: 'The request did not come from a page of the console',
        next: `Open ${ownAddress.origin} and try again there.`,
      };
    }
    const length = headers['content-length'];
    if (length === undefined || 'transfer-encoding' in headers)
      return { status: 411, title: 'The request has no length', next: 'Send Content-Length.' };
    const maxBytes = LARGE_BODY_PATHS.test(pathname) ? MAX_BODY_BYTES : MAX_FORM_BYTES;
    if (Number(length) > maxBytes)
      return {
        status: 413,
        title: `The request is larger than ${maxBytes / 1024} kB`,
        next: 'Split the data and send the parts.',
      };
    return undefined;
  }
  // Reads load the service and are recorded, so a foreign page must not cause them. The sign-in does come back from
  // another site, but as a page: images that imitate the return would use up the address's limit of sign-ins.
  const isSignIn = pathname.startsWith('/api/auth/') && (headers['sec-fetch-dest'] ?? 'document') === 'document';
  if (pathname.startsWith('/api/') && !isSignIn && (site === 'cross-site' || site === 'same-site')) {
    return {
      status: 403,
      title: 'The request came from a page of another site',
      next: `Open ${ownAddress.origin} and try again there.`,
    };
  }
  if (Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers) {
    return { status: 413, title: `A ${method} request must not have a body`, next: 'Remove the body.' };
  }
  return undefined;
}

/**
 * Normalises the path of a URL as Next does: without dot segments and backslashes. Returns undefined for the absolute
 * form, in which Next would read another host (RFC 9112, 3.2.2), and for a path that is not UTF-8, which Next assumes
 * when it decodes an id.
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
