/**
 * How every connection leaves: directly, or through the proxy of HTTPS_PROXY where NO_PROXY does not name the host. The
 * calls of the service, of the identity provider, of webhooks and of mail differ only in what they do with it.
 *
 * - A proxy sees the name and the port of the host, and then encrypted bytes: the certificate that is checked is the
 *   host's. The name is resolved by the proxy (docs/decisions/0084-behind-a-proxy.md).
 * - Plain http, which leaves this machine in a sandbox or for a listed private host alone, passes no proxy.
 * - A connection that does not come about gives one error and is not tried again: undici would connect again, without
 *   an end, after an error of its own (UND_ERR_SOCKET), such as that of a proxy that hangs up.
 */
import 'server-only';
import { isIP, type Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { isDirect } from '@/lib/server/config/no-proxy';
import type { Settings } from '@/lib/server/config/settings';

const CONNECT_TIMEOUT_MS = 5_000;

/** The settings that decide on the way out. */
export type ProxySettings = Pick<Settings, 'HTTPS_PROXY' | 'NO_PROXY'>;

interface Target {
  /** Without brackets, or with them around an IPv6 address. */
  hostname: string;
  port: string;
}

/** Returns the proxy through which TLS to a host leaves; undefined where it leaves directly. */
export function proxyFor(target: Target, { HTTPS_PROXY, NO_PROXY }: ProxySettings): URL | undefined {
  return HTTPS_PROXY === undefined || isDirect(target, NO_PROXY) ? undefined : new URL(HTTPS_PROXY);
}

/**
 * Builds what opens connections for undici and `OutgoingAgent`. Gives the socket once TLS with the host itself is
 * established. `options` are those of the connection to the host, such as a client certificate; a proxy gets none.
 */
export function buildOutgoing(options: buildConnector.BuildOptions, settings: ProxySettings): buildConnector.connector {
  const timeoutMs = options.timeout ?? CONNECT_TIMEOUT_MS;
  const connect = buildConnector({ ...options, timeout: timeoutMs });
  return (target, callback) => {
    const { protocol, hostname } = target;
    const port = target.port || '443';
    const proxy = protocol === 'https:' ? proxyFor({ hostname, port }, settings) : undefined;
    if (proxy)
      void connectThrough(openTunnel(proxy, { hostname, port }, timeoutMs), { ...target, port }, { connect, callback });
    else connect(target, callback);
  };
}

async function connectThrough(
  tunnel: Promise<Socket>,
  target: buildConnector.Options,
  { connect, callback }: { connect: buildConnector.connector; callback: buildConnector.Callback },
): Promise<void> {
  try {
    connect({ ...target, httpSocket: await tunnel }, callback);
  } catch (error) {
    callback(error instanceof Error ? error : new Error('no tunnel'), null);
  }
}

/** A tunnel did not come about. The code says why, such as PROXY_407, and nothing of the proxy's address. */
class TunnelError extends Error {
  constructor(readonly code: string) {
    super(`the proxy of HTTPS_PROXY opened no tunnel (${code})`);
  }
}

/**
 * Has a proxy connect to a host (RFC 9110, 9.3.6), in five seconds unless said otherwise. Throws an error whose code
 * begins with PROXY_.
 */
export async function openTunnel(
  proxy: URL,
  { hostname, port }: Target,
  timeoutMs = CONNECT_TIMEOUT_MS,
): Promise<Socket> {
  const authority = `${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`;
  const client = new Client(proxy.origin, { connect: { timeout: timeoutMs } });
  try {
    const { statusCode, socket } = await client.connect({
      path: authority,
      headers: { host: authority, ...authorize(proxy) },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (statusCode >= 200 && statusCode < 300) return socket as Socket;
    socket.destroy();
    throw new TunnelError(`PROXY_${statusCode}`);
  } catch (error) {
    if (error instanceof TunnelError) throw error;
    const { code, name } = error as { code?: unknown; name?: unknown };
    // Without the error itself, which names the proxy.
    throw new TunnelError(`PROXY_${typeof code === 'string' ? code : name === 'TimeoutError' ? 'TIMEOUT' : 'FAILED'}`);
  } finally {
    // The tunnel is no longer the client's. Not waited for: until TLS has the tunnel, nothing hears of its errors.
    void client.destroy();
  }
}

function authorize({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}
