import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from '@/sandbox/app';
import { createHistory } from '@/sandbox/history/history';
import { openPersistedState } from '@/sandbox/persisted-state';
import { openLedger } from '@/sandbox/ledger/ledger';
import { FeeQuotes } from '@/sandbox/ledger/fee-quotes';
import { openSavedAddresses } from '@/sandbox/ledger/saved-addresses';
import { createTransferSequence } from '@/sandbox/ledger/transfer-sequence';
import { startMailbox } from '@/sandbox/mail/mailbox';
import { DEFAULT_OPTIONS, type SandboxOptions } from '@/sandbox/options';

// Longer than clients keep theirs, so that no connection closes under a call that reuses it: only injected faults break
// calls.
const KEEP_ALIVE_MS = 65_000;

/** A running sandbox. */
export interface Sandbox {
  /** The service's base address, its token service's and the OpenID issuer, without a slash at the end. */
  url: string;
  /** Address of the mail server. */
  smtpUrl: string;
  close: () => Promise<void>;
}

/** Starts a sandbox, with `DEFAULT_OPTIONS` for the options that are not given: on a loopback address, for one. */
export async function startSandbox(given: Partial<SandboxOptions>): Promise<Sandbox> {
  const options = { ...DEFAULT_OPTIONS, ...given };
  const persisted = openPersistedState(options.dataDir, options.clock());
  const history = createHistory({ seed: options.seed, size: options.transfers, anchorMs: persisted.anchorMs });
  const ledger = openLedger(options.dataDir, options.clock);
  const savedAddresses = openSavedAddresses(options.dataDir, options.clock);
  const sequence = createTransferSequence(history, ledger, options.order);

  // The provider needs the sandbox's address, which with port 0 is known only after listening.
  const mailbox = await startMailbox({ listen: options.listen, port: options.smtpPort, clock: options.clock });
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
  const port = await listen(server, options.port, options.listen).catch(async (error: unknown) => {
    await mailbox.close();
    throw error;
  });
  // Nothing is awaited from here on, so that the first request finds its handler.
  const url = options.url ?? `http://127.0.0.1:${port}`;
  const service = { options, history, ledger, savedAddresses, feeQuotes: new FeeQuotes(), sequence };
  const stopping = new AbortController();
  server.on('request', createApp({ url, service, persisted, mailbox, stopping: stopping.signal }));
  return {
    url,
    smtpUrl: `smtp://127.0.0.1:${mailbox.port}`,
    close: async () => {
      stopping.abort();
      server.close();
      server.closeAllConnections();
      await Promise.all([once(server, 'close'), mailbox.close()]);
      ledger.close();
      savedAddresses.close();
    },
  };
}

async function listen(server: Server, port: number, address: string): Promise<number> {
  server.listen(port, address);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
