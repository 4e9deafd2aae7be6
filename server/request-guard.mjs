// @ts-check
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { createByteBudget } from './byte-budget.mjs';
import { findForeignDirectory, findMisdirection, findRejection, hasBody, isOfDirectory } from './request-policy.mjs';
import { createSessionCheck } from './session-cookie.mjs';

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

const NO_SOURCES = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const SECURITY_HEADERS = {
  // For everything that proxy.ts does not cover: rejections, files, and answers that Next gives before proxy.ts runs.
  'content-security-policy': NO_SOURCES,
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
const PAGE_HEADERS = ['cookie', 'next-action'];
const SIGN_IN = '/api/auth/';
// Answers a code in the address, and reads no body.
const UNSUBSCRIBE = '/api/unsubscribe?';
// Less costs nothing to read, so that sending can be stopped and sessions be ended whatever was sent before.
const MIN_CHARGED_BYTES = 4 * 1024;
// A sheet of a thousand rows is sent twice: in parts to be checked, and whole. Each sign-in posts some hundred bytes.
// Files are only copied to the database, five of 10 MB under a request.
const BYTES_PER_MINUTE = { session: 16 * 1024 * 1024, files: 64 * 1024 * 1024, address: 1024 * 1024 };
const FILES = '/api/withdrawals/attachments';
// Several times the largest body of an action: read and dropped, so that a caller gets the answer before the end.
const MAX_DRAINED_BYTES = 256 * 1024;
// More than the largest file.
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const FILE = /^\/api\/withdrawals\/[^/]+\/attachments\//;
const EXPORT = /^\/api\/(?:[a-z]+\/export|(?:[\w/-]+\/)?evidence)(?:$|\?)/;

/**
 * Creates the listener that every request passes before Next: it gives the request an id, drops internal headers, sets
 * the console's configured address regardless of X-Forwarded headers, adds security headers to the answer, and rejects
 * requests that request-policy.mjs does not allow. No body is read before its sender has shown a session cookie that
 * this console issued; the sign-in alone takes (small) bodies from others, the directory's come with its token, and
 * ending digests by a link takes none (docs/decisions/0018-who-may-send-a-body.md).
 *
 * @param {import('../lib/server/runtime/host').GuardSettings & {
 *   host: import('../lib/server/runtime/host').HostProcess,
 *   warn: (message: string) => void,
 *   answer: (...call: Parameters<import('node:http').RequestListener>) => Promise<void>,
 * }} options
 * @returns {import('node:http').RequestListener}
 */
export function createRequestGuard({
  host,
  ownAddress,
  proxyHops,
  sessionCookie,
  sessionSecret,
  metricsToken,
  scimToken,
  budgetFactor,
  warn,
  answer,
}) {
  const isSecure = ownAddress.protocol === 'https:';
  const findBodyRejection = createBodyCheck(sessionSecret, sessionCookie, budgetFactor);
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
    const misdirection = findMisdirection(request, { ownAddress, metricsToken });
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
    // What a person uploaded: nothing in it would run, even where a browser showed it as a page.
    if (FILE.test(request.url ?? '')) response.setHeader('content-security-policy', `${NO_SOURCES}; sandbox`);
    if (host.isStopping) response.setHeader('connection', 'close');
    const rejection = misdirection ?? findForeignDirectory(request, scimToken) ?? findRejection(request, ownAddress);
    if (rejection) return rejectBody(request, response, rejection);
    // What shows a token is no page, and has no session.
    if (isOfDirectory(request.url)) for (const name of PAGE_HEADERS) delete request.headers[name];
    const needsSession = hasBody(request.method) && !isOfDirectory(request.url);
    const bodyRejection = needsSession ? findBodyRejection(request, address) : undefined;
    if (bodyRejection) return rejectBody(request, response, bodyRejection);
    /** @type {import('../lib/server/runtime/host').RequestContext} */
    const context = { id, startedAt: performance.now(), awaitsAction: callsAction(request) };
    if (context.awaitsAction) answerBadRequest(response, context);
    if (hasBody(request.method)) {
      clearStorageWithSession(response, sessionCookie);
      response.once('finish', () => dropRest(request));
    }
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
 * Creates the check of the sender of a body: a session cookie that this console issued and that has not expired, but
 * for the sign-in; and a budget of bytes by session, or by address without one.
 *
 * @param {string} sessionSecret
 * @param {string} sessionCookie its name
 * @param {number} budgetFactor
 * @returns {(request: import('node:http').IncomingMessage, address: string) => import('./request-policy.mjs').Rejection | undefined}
 */
function createBodyCheck(sessionSecret, sessionCookie, budgetFactor) {
  const readSession = createSessionCheck(sessionSecret, sessionCookie);
  const bySession = createByteBudget(BYTES_PER_MINUTE.session * budgetFactor);
  const filesBySession = createByteBudget(BYTES_PER_MINUTE.files * budgetFactor);
  const byAddress = createByteBudget(BYTES_PER_MINUTE.address * budgetFactor);
  return ({ url, headers }, address) => {
    const sessionId = readSession(headers.cookie);
    const isOpen = url?.startsWith(SIGN_IN) || (url?.startsWith(UNSUBSCRIBE) && headers['content-length'] === '0');
    if (sessionId === undefined && !isOpen) return SIGNED_OUT;
    const bytes = Number(headers['content-length']);
    if (bytes < MIN_CHARGED_BYTES) return undefined;
    const ofSession = url === FILES ? filesBySession : bySession;
    const retryAfterS = sessionId === undefined ? byAddress(networkOf(address), bytes) : ofSession(sessionId, bytes);
    return retryAfterS === undefined ? undefined : tooManyBytes(retryAfterS);
  };
}

/** @type {import('./request-policy.mjs').Rejection} */
const SIGNED_OUT = {
  status: 401,
  title: 'Your session has ended',
  next: 'Sign in again to continue.',
  failure: { kind: 'signed-out' },
};

/**
 * @param {number} retryAfterS
 * @returns {import('./request-policy.mjs').Rejection}
 */
function tooManyBytes(retryAfterS) {
  return {
    status: 429,
    title: 'Too many requests',
    next: `Try again in ${retryAfterS} seconds.`,
    headers: { 'retry-after': String(retryAfterS) },
    failure: { kind: 'too-many', retryAfterS },
  };
}

/**
 * Returns what of an address one customer holds: an IPv4 address, or the first half of an IPv6 one (RFC 6177).
 *
 * @param {string} address
 */
function networkOf(address) {
  return address.includes('.') ? address : address.split(':').slice(0, 4).join(':');
}

/**
 * Answers a request that is rejected unread. Where the failure has a name, a page's call of an action gets it as the
 * action itself would return it, so that the page explains it; a form of a browser without scripts leads to the sign-in
 * page.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {import('./request-policy.mjs').Rejection} rejection
 */
function rejectBody(request, response, rejection) {
  const { status, failure, headers = {} } = rejection;
  const { url = '', headers: given } = request;
  const isCall = 'next-action' in given;
  if (/^\/(?:api|scim)\//.test(url) || !(isCall ? failure : status === 401))
    return reject(request, response, rejection);
  dropBody(request, response);
  if (!isCall) return void response.writeHead(303, { location: '/sign-in', 'cache-control': 'no-store' }).end();
  response.writeHead(status, { ...headers, 'content-type': 'text/x-component', 'cache-control': 'no-store' });
  // React's format for the result of an action: row 0 names the row that holds it.
  response.end(`0:{"a":"$@1","i":false}\n1:${JSON.stringify({ ok: false, error: failure })}\n`);
}

/**
 * Clears what the browser has stored for the console with the answer that deletes the session cookie. Not its cookies:
 * the header would delete those of every host of the same domain, other programs' included.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {string} sessionCookie its name
 */
function clearStorageWithSession(response, sessionCookie) {
  changeHead(response, (status) => {
    const cookies = [response.getHeader('set-cookie') ?? []].flat().map(String);
    if (cookies.some((cookie) => cookie.startsWith(`${sessionCookie}=;`)))
      response.setHeader('clear-site-data', '"storage"');
    return status;
  });
}

/**
 * Changes 500 to 400 for a call that reached no action. Next answers 500 if it cannot parse an action's arguments, such
 * as broken JSON; the caller is at fault then, not the console.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {import('../lib/server/runtime/host').RequestContext} context
 */
function answerBadRequest(response, context) {
  changeHead(response, (status) => (status === 500 && context.awaitsAction ? 400 : status));
}

/**
 * Calls `change` with the status of an answer just before its head is written; the result is the status to write.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {(status: number) => number} change
 */
function changeHead(response, change) {
  const writeHead = /** @type {(status: number, ...rest: any[]) => any} */ (response.writeHead.bind(response));
  response.writeHead = (/** @type {number} */ status, /** @type {any[]} */ ...rest) =>
    writeHead(change(status), ...rest);
}

/**
 * Lets the body of a rejected request pass by where it is small, since a connection that ends with unread bytes can
 * lose the answer; otherwise ends the connection after the answer.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function dropBody(request, response) {
  if (Number(request.headers['content-length'] ?? Infinity) <= MAX_DRAINED_BYTES) request.resume();
  else response.setHeader('connection', 'close');
}

/**
 * Lets pass by what the answer left unread of a body. The next request on the connection, perhaps of another person
 * behind the same proxy, would otherwise wait behind it until the connection times out.
 *
 * @param {import('node:http').IncomingMessage} request
 */
function dropRest(request) {
  if (request.complete) return;
  let bytes = 0;
  // The listener of the stream that the answer read from pauses the request again.
  request.removeAllListeners('data').removeAllListeners('readable');
  request.on('data', (chunk) => {
    bytes += chunk.length;
    if (bytes > MAX_FILE_BYTES) request.destroy();
  });
  request.resume();
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {import('./request-policy.mjs').Rejection} rejection
 */
function reject(request, response, { status, title, next, failure, headers = {} }) {
  dropBody(request, response);
  if (isOfDirectory(request.url)) {
    // RFC 7644, 3.12.
    response.writeHead(status, { ...headers, 'content-type': 'application/scim+json', 'cache-control': 'no-store' });
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
    return void response.end(JSON.stringify({ schemas, status: String(status), detail: `${title}. ${next}` }));
  }
  response.writeHead(status, { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(
    JSON.stringify({ error: { ...failure, title, detail: 'Nothing was saved and nothing was sent.', next } }),
  );
}
