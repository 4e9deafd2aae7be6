import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { KeyPair } from '@/scripts/testing/network/authority';

/**
 * What a proxy does with CONNECT: opens a tunnel, answers with a status, answers never, hangs up before it answers, or
 * answers that the tunnel is open and ends it, resets it, leaves it silent, or answers in the place of the host.
 */
type ProxyBehaviour = 'tunnel' | 'never' | 'hang-up' | 'cut' | 'reset' | 'silent' | 'impersonate' | number;

/** A proxy that resolves names by a table of its own, on a loopback port. */
export interface ConnectProxy {
  /** Its address, with a name and password that it demands. */
  url: string;
  behaviour: ProxyBehaviour;
  /** What it was asked to connect to. */
  asked: string[];
  /** Certificates that clients proved themselves to it with, by name. */
  clients: unknown[];
  /** Resets every connection, and ends when the last has closed. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
}

const USER = 'desk@proxy';
const PASSWORD = 'canary:100%';

const OPENED = 'HTTP/1.1 200 Connection established\r\n\r\n';
const CREATED = 'HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}';

const refuse: RequestListener = (_request, response) => void response.writeHead(405).end();

/** Starts a proxy that connects to the ports of `routes`, by host and port; with a pair it is an https proxy. */
export async function startConnectProxy(routes: Record<string, number>, pair?: KeyPair): Promise<ConnectProxy> {
  const server = pair
    ? createSecureServer(
        { cert: pair.certificate, key: pair.key, requestCert: true, rejectUnauthorized: false },
        refuse,
      ).on('secureConnection', (socket) =>
        proxy.clients.push(...Object.values(socket.getPeerCertificate().subject ?? {})),
      )
    : createServer(refuse);
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  server.on('connection', track);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const credentials = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`;
  const kill = async () => {
    const closing = [...sockets].map((socket) => once(socket, 'close'));
    for (const socket of sockets) socket.resetAndDestroy();
    await Promise.all(closing);
  };
  const proxy: ConnectProxy = {
    url: `${pair ? 'https' : 'http'}://${credentials}@localhost:${port}`,
    behaviour: 'tunnel',
    asked: [],
    clients: [],
    kill,
    close: async () => {
      await kill();
      server.close();
    },
  };
  const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  server.on('connect', ({ url = '', headers }, client: Duplex) => {
    proxy.asked.push(url);
    client.on('error', () => undefined);
    const target = routes[url];
    if (proxy.behaviour === 'never') return;
    if (proxy.behaviour === 'hang-up') return void client.destroy();
    if (proxy.behaviour === 'cut') return void client.end(OPENED);
    if (proxy.behaviour === 'silent') return void client.write(OPENED);
    if (proxy.behaviour === 'reset') return void client.write(OPENED, () => client.once('data', () => void kill()));
    if (proxy.behaviour === 'impersonate') return void client.end(OPENED + CREATED);
    const status = headers['proxy-authorization'] === expected ? (target === undefined ? 502 : proxy.behaviour) : 407;
    if (status !== 'tunnel') return void client.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`);
    const upstream = connect(target ?? 0, '127.0.0.1', () => {
      client.write(OPENED);
      client.pipe(upstream).pipe(client);
    });
    track(upstream);
  });
  return proxy;
}
