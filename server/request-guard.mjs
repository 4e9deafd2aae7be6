// @ts-check
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { findRejection } from './request-policy.mjs';

/**
 * Headers that only this server may set; values from browsers and proxies are dropped
 * (docs/specification/threats.md#sessions-and-access).
 */
const INTERNAL_HEADERS = [
  'content-security-policy',
  'content-security-policy-report-only',
  'forwarded',
  'x-countersign-address',
  'x-countersign-path',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-invoke-path',
  'x-invoke-query',
  'x-matched-path',
  'x-middleware-invoke',
  'x-middleware-next',
  'x-middleware-rewrite',
  'x-middleware-set-cookie',
  'x-middleware-subrequest',
  'x-nextjs-data',
  'x-nonce',
  'x-original-url',
  'x-real-ip',
  'x-request-id',
  'x-rewrite-url',
];

const SECURITY_HEADERS = {
  // For everything that proxy.ts does not cover: rejections, files, and answers that Next gives before proxy.ts runs.
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

// Overrides the route's own header for data. Exports stream as fast as they are read; compressing them would take
// longer than sending them.
const NO_STORE = 'private, no-store';
const NO_STORE_NO_TRANSFORM = 'private, no-store, no-transform';
const EXPORT = /^\/api\/[a-z]+\/export(?:$|\?)/;

/**
 * Creates the listener that every request passes before Next: it gives the request an id, drops internal headers, sets
 * the console's configured address regardless of `Host` and X-Forwarded headers, adds security headers to the answer,
 * and rejects requests that request-policy.mjs does not allow.
 *
 * @param {object} options
 * @param {import('../lib/server/runtime/host').HostProcess} options.host
 * @param {URL} options.ownAddress
 * @param {(message: string) => void} options.warn
 * @param {number} options.proxyHops number of trusted proxies in front of the console
 * @param {(...call: Parameters<import('node:http').RequestListener>) => Promise<void>} options.answer
 * @returns {import('node:http').RequestListener}
 */
export function createRequestGuard({ host, ownAddress, proxyHops, warn, answer }) {
  const isSecure = ownAddress.protocol === 'https:';
  let isWarned = false;
  const headers = isSecure
    ? { ...SECURITY_HEADERS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : SECURITY_HEADERS;
  return (request, response) => {
    const id = randomBytes(8).toString('hex');
    const address = addressOf(request, proxyHops);
    if (proxyHops === 0 && !isWarned && 'x-forwarded-for' in request.headers) {
      isWarned = true;
      warn(
        'a request came through a proxy while CONSOLE_PROXY_HOPS is 0: everyone behind the proxy counts as one address',
      );
    }
    for (const name of INTERNAL_HEADERS) delete request.headers[name];
    Object.assign(request.headers, {
      host: ownAddress.host,
      'x-forwarded-host': ownAddress.host,
      'x-forwarded-proto': ownAddress.protocol.slice(0, -1),
      'x-forwarded-port': ownAddress.port || (isSecure ? '443' : '80'),
      'x-countersign-address': address,
      'x-request-id': id,
    });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader('x-request-id', id);
    if (request.url?.startsWith('/api/'))
      response.setHeader('cache-control', EXPORT.test(request.url) ? NO_STORE_NO_TRANSFORM : NO_STORE);
    if (host.isStopping) response.setHeader('connection', 'close');
    const rejection = findRejection(request, ownAddress);
    if (rejection) return reject(response, rejection);
    /** @type {import('../lib/server/runtime/host').RequestContext} */
    const context = { id, startedAt: performance.now(), awaitsAction: callsAction(request) };
    if (context.awaitsAction) answerBadRequest(response, context);
    host.requests.run(context, () => void answer(request, response).catch((error) => response.destroy(error)));
  };
}

/**
 * Returns the caller's address: the socket's, or the one that the outermost trusted proxy saw. Entries further left in
 * X-Forwarded-For were written by the caller.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {number} proxyHops
 */
function addressOf(request, proxyHops) {
  const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const candidate = proxyHops > 0 ? forwarded.at(-proxyHops)?.trim() : undefined;
  return candidate && isIP(candidate) ? candidate : (request.socket.remoteAddress ?? '');
}

/** @param {import('node:http').IncomingMessage} request */
function callsAction({ method, url, headers }) {
  return (
    method === 'POST' &&
    !url?.startsWith('/api/') &&
    ('next-action' in headers || headers['content-type']?.startsWith('multipart/form-data') === true)
  );
}

/**
 * Changes 500 to 400 for a call that reached no action. Next answers 500 if it cannot parse an action's arguments, such
 * as broken JSON; the caller is at fault then, not the console.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {import('../lib/server/runtime/host').RequestContext} context
 */
function answerBadRequest(response, context) {
  const writeHead = /** @type {(status: number, ...rest: any[]) => any} */ (response.writeHead.bind(response));
  response.writeHead = (/** @type {number} */ status, /** @type {any[]} */ ...rest) =>
    writeHead(status === 500 && context.awaitsAction ? 400 : status, ...rest);
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {import('./request-policy.mjs').Rejection} rejection
 */
function reject(response, { status, title, next, headers = {} }) {
  // The rest of a rejected body is not read, so the connection cannot be reused.
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(JSON.stringify({ error: { title, detail: 'Nothing was saved and nothing was sent.', next } }));
}
