// @ts-check
import { createHash, timingSafeEqual } from 'node:crypto';

const KB = 1024;
/**
 * The largest body of each route, as its reader has it too (lib/http/body-limits.ts). Next parses an action's arguments
 * before the action runs, and a hostile megabyte would keep the process busy for more than a second; a form is smaller
 * than a quarter of the last limit.
 *
 * @type {[path: RegExp, maxBytes: number][]}
 */
const BODY_LIMITS = [
  [/^\/api\/auth\//, 16 * KB],
  [/^\/api\/transfers\/lookup$/, 256 * KB],
  // Sheets of a thousand rows, and proposals of as many entries.
  [/^\/api\/withdrawals\/batches(?:\/(?:check|shortages))?$/, 1024 * KB],
  [/^\/api\/recipients\/(?:check|named)$/, 1024 * KB],
  [/^\/api\/proposals$/, 1024 * KB],
  [/^\/api\/policy\/replay$/, 1024 * KB],
  // One file, streamed to the database, with room for the route to say that it is too large.
  [/^\/api\/withdrawals\/attachments$/, 10304 * KB],
  [/^/, 64 * KB],
];
// Called by the identity provider, which shows a token that it signed.
const BACK_CHANNEL_LOGOUT = '/api/auth/back-channel-logout';
// More than all filters of a list hold together (lib/transfers/query.ts).
const MAX_PARAMETERS = 400;
const METHODS = ['GET', 'HEAD', 'POST'];
// The company's directory, which shows a token and no cookie (RFC 7644).
const DIRECTORY = '/scim/';
const DIRECTORY_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * `kind` is the failure that callers in the browser know (lib/http/denials.ts).
 *
 * @typedef {object} Rejection
 * @property {number} status
 * @property {string} title
 * @property {string} next
 * @property {Record<string, string>} [headers]
 * @property {{ kind: 'signed-out' | 'too-large' } | { kind: 'too-many'; retryAfterS: number }} [failure]
 */

/**
 * Returns the largest body that a POST to a path may have, in bytes.
 *
 * @param {string} pathname
 */
export function maxBodyBytes(pathname) {
  return BODY_LIMITS.find(([path]) => path.test(pathname))?.[1] ?? 0;
}

/**
 * Checks a request by its method, URL and headers alone. Returns the rejection, or undefined if the request is allowed.
 *
 * @param {Pick<import('node:http').IncomingMessage, 'method' | 'url' | 'headers'>} request
 * @param {URL} ownAddress
 * @returns {Rejection | undefined}
 */
export function findRejection({ method = '', url = '', headers }, ownAddress) {
  const methods = isOfDirectory(url) ? DIRECTORY_METHODS : METHODS;
  if (!methods.includes(method)) {
    return {
      status: 405,
      title: `The method ${method} is not allowed`,
      next: `Use ${methods.join(', ')}.`,
      headers: { allow: methods.join(', ') },
    };
  }
  const pathname = readPath(url, ownAddress);
  if (pathname === undefined)
    return { status: 400, title: 'The address is invalid', next: `Open ${ownAddress.origin}.` };
  // Next reads the parameters in a time that grows with the square of their number: 1,600 of them block the process for
  // a quarter of a second.
  if (url.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS)
    return { status: 414, title: 'The address has too many parameters', next: `Open ${ownAddress.origin}.` };
  const site = headers['sec-fetch-site'];
  // next-auth would log any text that is posted to the first; the second is Next's error page, which is no page of its
  // own.
  if (/^\/(?:api\/auth\/_log|_global-error)\b/.test(decodeURIComponent(pathname)))
    return { status: 404, title: 'Not found', next: `Open ${ownAddress.origin}.` };
  if (hasBody(method)) {
    // A foreign page can make a browser post, but cannot forge its own origin (Fetch, "Sec-Fetch-Site", and RFC 6454).
    const isFromPage = headers.origin === ownAddress.origin && site === 'same-origin';
    if (!isFromPage && pathname !== BACK_CHANNEL_LOGOUT && !isOfDirectory(url)) {
      return {
        status: 403,
        title: 'The request did not come from a page of the console',
        next: `Open ${ownAddress.origin} and try again there.`,
      };
    }
    const length = headers['content-length'];
    if (length === undefined || 'transfer-encoding' in headers)
      return { status: 411, title: 'The request has no length', next: 'Send Content-Length.' };
    const maxBytes = maxBodyBytes(pathname);
    if (!(Number(length) <= maxBytes))
      return {
        status: 413,
        title: `The request is larger than ${maxBytes / KB} kB`,
        next: 'Split the data and send the parts.',
        failure: { kind: 'too-large' },
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
 * Returns whether requests of a method have a body here.
 *
 * @param {string | undefined} method
 */
export const hasBody = (method) => ['POST', 'PUT', 'PATCH'].includes(method ?? '');

/**
 * Returns whether an address is that of the company's directory.
 *
 * @param {string | undefined} url
 */
export const isOfDirectory = (url) => url?.startsWith(DIRECTORY) === true;

/**
 * Lets only the company's directory write its accounts: who shows SCIM_TOKEN. Nothing is there without one.
 *
 * @param {Pick<import('node:http').IncomingMessage, 'url' | 'headers'>} request
 * @param {string | undefined} scimToken SCIM_TOKEN
 * @returns {Rejection | undefined}
 */
export function findForeignDirectory({ url, headers }, scimToken) {
  if (!isOfDirectory(url)) return undefined;
  if (!scimToken) return { status: 404, title: 'There is no directory here', next: 'Set SCIM_TOKEN.' };
  return bears(headers, scimToken) ? undefined : needsToken('The directory needs a token', 'SCIM_TOKEN');
}

// Two slashes in a row, and what a proxy may take for a slash, a dot segment or the end of a text.
const AMBIGUOUS = /\/\/|\\|%(?:2f|5c|00)/i;

/**
 * Checks that a request was meant for this console: its `Host` is the console's own. Another name that leads here, such
 * as one that a foreign page made resolve to this machine, reaches nothing but the health routes, which a load balancer
 * calls by address. Where METRICS_TOKEN is set, the metrics answer to it alone, under any name.
 *
 * @param {Pick<import('node:http').IncomingMessage, 'url' | 'headers'>} request
 * @param {{ ownAddress: URL; metricsToken?: string | undefined }} options
 * @returns {Rejection | undefined}
 */
export function findMisdirection({ url = '', headers }, { ownAddress, metricsToken }) {
  const path = url.split('?', 1)[0] ?? '';
  if (path.startsWith('/api/health/')) return undefined;
  const isMetrics = path === '/api/metrics' && Boolean(metricsToken);
  if (isMetrics && bears(headers, String(metricsToken))) return undefined;
  if (!isOwnHost(headers.host ?? '', ownAddress))
    return {
      status: 421,
      title: 'The request was sent to another address than the console’s own',
      next: 'Open the console at its own address. A load balancer must pass on the Host of the request.',
    };
  return isMetrics ? needsToken('The metrics need a token', 'METRICS_TOKEN') : undefined;
}

/**
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {string} token
 */
const bears = ({ authorization = '' }, token) => isSameText(authorization, `Bearer ${token}`);

/**
 * @param {string} title
 * @param {string} name of the setting
 * @returns {Rejection}
 */
const needsToken = (title, name) => ({
  status: 401,
  title,
  next: `Send Authorization: Bearer with the value of ${name}.`,
  headers: { 'www-authenticate': 'Bearer' },
});

/**
 * @param {string} host
 * @param {URL} ownAddress
 */
function isOwnHost(host, { host: own, hostname, protocol, port }) {
  const withPort = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  return [own, withPort].includes(host.toLowerCase());
}

/**
 * Compares two texts in a time that tells nothing about them.
 *
 * @param {string} given
 * @param {string} expected
 */
function isSameText(given, expected) {
  const [one, other] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/**
 * Returns the path of a URL if it is in its normal form, as browsers send it: no dot segments, no empty segments, no
 * backslashes or slashes in disguise, so that proxies, this guard and Next see the same path. Returns undefined
 * otherwise, for the absolute form, in which Next would read another host (RFC 9112, 3.2.2), and for a path that is not
 * UTF-8, which Next assumes when it decodes an id.
 *
 * @param {string} url
 * @param {URL} ownAddress
 */
function readPath(url, ownAddress) {
  if (!url.startsWith('/') || !URL.canParse(url, ownAddress)) return undefined;
  const { origin, pathname } = new URL(url, ownAddress);
  const given = url.split('?', 1)[0] ?? '';
  if (origin !== ownAddress.origin || given !== pathname || AMBIGUOUS.test(given)) return undefined;
  try {
    decodeURIComponent(pathname);
    return pathname;
  } catch {
    return undefined;
  }
}
