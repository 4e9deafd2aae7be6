/**
 * Posts to an address that administrators entered, with the care that such an address takes
 * (docs/decisions/0041-outgoing-addresses.md): https alone, public addresses alone, checked at the connection and not
 * only before it, no redirect, at most 64 kB of the answer, ten seconds in all. A proxy resolves the name itself, so
 * that behind one the check is made before (docs/decisions/0084-behind-a-proxy.md).
 */
import 'server-only';
import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { settings } from '@/lib/server/config/settings';
import { OutgoingAgent } from '@/lib/server/outgoing/agents';
import { proxyFor } from '@/lib/server/outgoing/connect';
import { withTimeout } from '@/lib/server/runtime/timeout';
import ipaddr from 'ipaddr.js';

const TIMEOUT_MS = 10_000;
/** Before the ten seconds. Where no name is resolved but by the proxy, resolvers often do not answer at all. */
const NAME_TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_RETRY_AFTER_S = 3600;

/** Why a target did not take a message. `isFinal`: it will not take it later either. */
export interface PostFailure {
  reason: string;
  isFinal: boolean;
  /** Seconds after which the target wants to be asked again. */
  retryAfterS?: number;
}

interface Message {
  body: string;
  headers?: Readonly<Record<string, string>>;
}

/** Explains why an address is not asked; undefined where it may be. NOTIFY_PRIVATE_HOSTS lists exceptions. */
export function addressDenialReason(address: string): string | undefined {
  const { protocol, host, hostname, username, password } = new URL(address);
  if (username !== '' || password !== '') return 'Remove the user name and password from the address.';
  if (isAllowedHost(host)) return undefined;
  if (protocol !== 'https:') return 'The address must begin with https://.';
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(literal) !== 0 && !isPublicAddress(literal) ? PRIVATE : undefined;
}

/** Names that lead nowhere on the public internet (RFC 6761, 6762, 8375; .internal: ICANN, 2024). */
const PRIVATE_NAME = /^[^.]*$|\.(?:localhost|local|internal|home\.arpa)$/i;

const PRIVATE = 'The address is not one of the public internet. The operator can allow it by NOTIFY_PRIVATE_HOSTS.';

function isAllowedHost(host: string): boolean {
  return settings().NOTIFY_PRIVATE_HOSTS.includes(host);
}

/**
 * Posts a JSON body; gives why the target did not take it, or undefined. Never throws, and never names the address.
 * `resolve` is for tests.
 */
export async function post(
  address: string,
  message: Message,
  resolve: Resolve = lookup,
): Promise<PostFailure | undefined> {
  const denied = URL.canParse(address) ? addressDenialReason(address) : 'The address cannot be read.';
  if (denied !== undefined) return { reason: denied, isFinal: true };
  const url = new URL(address);
  const isProxied = proxyFor({ hostname: url.hostname, port: url.port || '443' }, settings()) !== undefined;
  try {
    if (isProxied && url.protocol === 'https:')
      await withTimeout(
        NAME_TIMEOUT_MS,
        () => checkName(url, resolve),
        () => undefined,
      );
    const { status, retryAfterS } = await send(url, message, lookupFor(url.host, resolve));
    return explainStatus(status, retryAfterS);
  } catch (error) {
    return error instanceof PrivateAddressError
      ? { reason: PRIVATE, isFinal: false }
      : { reason: `The target could not be reached (${nameOf(error)}).`, isFinal: false };
  }
}

interface Answered {
  status: number;
  retryAfterS: number | undefined;
}

function send(url: URL, { body, headers = {} }: Message, lookupName: LookupFunction): Promise<Answered> {
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Countersign',
      connection: 'close',
    },
    // A connection of its own, whose address is the one that was checked.
    ...(url.protocol === 'https:'
      ? { agent: new OutgoingAgent({ lookup: lookupName }) }
      : { agent: false, lookup: lookupName }),
  };
  return new Promise((onAnswer, onError) => {
    const call = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, options);
    const timer = setTimeout(
      () => call.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })),
      TIMEOUT_MS,
    );
    call.on('close', () => clearTimeout(timer));
    call.on('error', onError);
    call.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      // The status is all that counts. What follows is taken so that the target sees no broken connection, up to a
      // bound.
      onAnswer({ status, retryAfterS: readRetryAfter(response.headers['retry-after']) });
      let bytes = 0;
      response.on('error', () => undefined);
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) response.destroy();
      });
    });
    call.end(body);
  });
}

class PrivateAddressError extends Error {}

type Resolve = typeof lookup;

/**
 * Refuses a name that a proxy may resolve to a private address: one that cannot be public, or that resolves to such an
 * address here. A name that does not resolve here, or not in time, is left to the proxy.
 */
async function checkName({ host, hostname }: URL, resolve: Resolve): Promise<void> {
  if (isAllowedHost(host)) return;
  const isLiteral = hostname.startsWith('[') || isIP(hostname) !== 0;
  if (!isLiteral && PRIVATE_NAME.test(hostname.replace(/\.$/, ''))) throw new PrivateAddressError('private name');
  await new Promise<void>((onChecked, onError) => {
    lookupFor(host, resolve)(hostname, { all: true }, (error) =>
      error instanceof PrivateAddressError ? onError(error) : onChecked(),
    );
  });
}

/** Resolves names as the connection does, and refuses a name that has any address beyond the public internet. */
function lookupFor(host: string, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const isAllowed = isAllowedHost(host) || addresses.every(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (!first || !isAllowed) return callback(new PrivateAddressError('private address'), '', 0);
      if (options.all === true) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
}

function explainStatus(status: number, retryAfterS: number | undefined): PostFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400)
    return { reason: `The target answered with a redirect (${status}), which is not followed.`, isFinal: false };
  if (status === 410) return { reason: 'The target is gone (410).', isFinal: true };
  if (status === 429)
    return { reason: 'The target asks for a pause (429).', isFinal: false, ...(retryAfterS && { retryAfterS }) };
  return { reason: `The target answered ${status}.`, isFinal: false };
}

function readRetryAfter(value: string | undefined): number | undefined {
  const seconds = Number(value);
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, MAX_RETRY_AFTER_S) : undefined;
}

/** Names an error without what it says, which may hold the address. */
function nameOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : 'unknown';
}

/**
 * Tells whether an IP address is one of the public internet: not private, of this machine, of the local network,
 * shared, for documentation, multicast, or one that holds another address (RFC 6890). Anything else than an address is
 * not.
 */
export function isPublicAddress(address: string): boolean {
  // Strictly: ipaddr.js also reads 1.2.3, as the resolver of C does.
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // Of IPv6, only 2000::/3 is assigned to the public (RFC 4291, section 2.4).
  const isAssigned = parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
  return isAssigned && parsed.range() === 'unicast';
}
