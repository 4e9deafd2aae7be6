// @ts-check
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { whyRefused } from './request-policy.mjs';

/** Set here and by nobody else: whatever a browser or a proxy sends under these names is dropped (threats.md, "Cross-site post"). */
const NOT_FROM_OUTSIDE = [
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

const ALWAYS = {
  // Of whatever proxy.ts does not see: refusals, files, and what Next answers before it.
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

// Of data, and over whatever a route says. An export is as quick as it is read; compressing it would take longer than its way.
const KEPT_NOWHERE = 'private, no-store';
const KEPT_NOWHERE_AS_IT_IS = 'private, no-store, no-transform';
const EXPORT = /^\/api\/[a-z]+\/export(?:$|\?)/;

/**
 * What every request passes before Next sees it: it gets an id, loses what nobody outside may say, and is refused
 * where it may not come in (refusals.mjs). The console is at its own address whatever `Host` or X-Forwarded say.
 *
 * @param {object} options
 * @param {import('../lib/server/runtime/host').HostProcess} options.running
 * @param {URL} options.ownAddress
 * @param {(words: string) => void} options.warn
 * @param {number} options.proxyHops how many proxies of one's own stand before the console
 * @param {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<void>} options.answer
 * @returns {import('node:http').RequestListener}
 */
export function openDoor({ running, ownAddress, proxyHops, warn, answer }) {
  const isSecure = ownAddress.protocol === 'https:';
  let isWarned = false;
  const headers = isSecure ? { ...ALWAYS, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : ALWAYS;
  return (request, response) => {
    const id = randomBytes(8).toString('hex');
    const address = addressOf(request, proxyHops);
    if (proxyHops === 0 && !isWarned && 'x-forwarded-for' in request.headers) {
      isWarned = true;
      warn(
        'A request came through a proxy, and CONSOLE_PROXY_HOPS is 0: everybody behind that proxy is counted as one address.',
      );
    }
    for (const name of NOT_FROM_OUTSIDE) delete request.headers[name];
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
      response.setHeader('cache-control', EXPORT.test(request.url) ? KEPT_NOWHERE_AS_IT_IS : KEPT_NOWHERE);
    if (running.isStopping) response.setHeader('connection', 'close');
    const refusal = whyRefused(request, ownAddress);
    if (refusal) return refuse(response, refusal);
    const context = { id, startedAt: performance.now(), awaitsAction: callsAction(request) };
    if (context.awaitsAction) blameCaller(response, context);
    running.requests.run(context, () => void answer(request, response).catch((error) => response.destroy(error)));
  };
}

/**
 * The caller's address: the socket's, or the one that the outermost of so many trusted proxies saw. What stands further
 * left in X-Forwarded-For was written by the caller.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {number} proxyHops
 */
function addressOf(request, proxyHops) {
  const seen = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const named = proxyHops > 0 ? seen.at(-proxyHops)?.trim() : undefined;
  return named && isIP(named) ? named : (request.socket.remoteAddress ?? '');
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
 * Next answers 500 where it cannot read what an action is called with, such as broken JSON or a reference to nothing. No
 * action of ours has run then, and nothing is wrong with the console: whoever asks like that is told 400.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {import('../lib/server/runtime/host').RequestContext} context
 */
function blameCaller(response, context) {
  const writeHead = /** @type {(status: number, ...rest: any[]) => any} */ (response.writeHead.bind(response));
  response.writeHead = (/** @type {number} */ status, /** @type {any[]} */ ...rest) =>
    writeHead(status === 500 && context.awaitsAction ? 400 : status, ...rest);
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {import('./request-policy.mjs').Refusal} refusal
 */
function refuse(response, { status, title, next, headers = {} }) {
  // The rest of a body that is refused is not read, so the connection cannot be used again.
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(JSON.stringify({ error: { title, detail: 'Nothing was saved and nothing was sent.', next } }));
}
