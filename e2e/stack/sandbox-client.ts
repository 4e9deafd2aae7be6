import { consoleEnvironment } from '@/scripts/stack/console';

/** The sandbox's transfers with one reference. */
export interface SandboxTransfers {
  count: number;
  items: Record<string, unknown>[];
  idempotency_keys: (string | null)[];
}

export interface SandboxStats {
  requests: Record<string, Record<string, number>>;
  creates_executed: number;
  tokens_issued: number;
  redirects_followed: number;
  history_size: number;
  created_size: number;
}

interface Page {
  items: Record<string, unknown>[];
  next_page_cursor: string;
}

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Inspects the sandbox and injects faults (sandbox/README.md). */
export class SandboxClient {
  constructor(readonly url: string) {}

  /** Adds a fault rule, such as `{ on: 'create', kind: 'reset-after', times: 1 }`. */
  async addFault(rule: Record<string, unknown>): Promise<{ id: string }> {
    return this.#call('POST', 'faults', rule) as Promise<{ id: string }>;
  }

  async clearFaults(): Promise<void> {
    await this.#call('DELETE', 'faults');
  }

  /** Returns the transfers that exist with a reference. */
  async transfersByRef(refId: string): Promise<SandboxTransfers> {
    return this.#call('GET', `transfers?ref_id=${encodeURIComponent(refId)}`) as Promise<SandboxTransfers>;
  }

  /** Returns every transfer, as the service lists it. */
  async listTransfers(): Promise<Record<string, unknown>[]> {
    const authorization = await this.#authorization();
    const transfers: Record<string, unknown>[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const query = new URLSearchParams({ limit: '1000', page_cursor: cursor });
      const page: Page = await readJson<Page>(
        fetch(`${this.url}/v2/transfer/transfers?${query.toString()}`, { headers: { authorization } }),
      );
      transfers.push(...page.items);
      cursor = page.items.length === 0 || page.next_page_cursor === '' ? undefined : page.next_page_cursor;
    }
    return transfers;
  }

  /** Creates a withdrawal as another client of the service would, and returns the transfer. */
  async createWithdrawal(refId: string, amount: string): Promise<Record<string, unknown>> {
    const body = {
      profile_id: 'p-treasury',
      asset: 'ETH',
      crypto_network: 'ETHEREUM',
      destination_address: ADDRESS,
      ref_id: refId,
      amount,
    };
    const headers = { authorization: await this.#authorization(), 'content-type': 'application/json' };
    return readJson(
      fetch(`${this.url}/v2/transfer/crypto-withdrawals`, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
  }

  /** Adds an incoming deposit, as anyone can cause, and returns the transfer. */
  async addDeposit(deposit: {
    destination_address: string;
    amount?: string;
    ref_id?: string;
  }): Promise<Record<string, unknown>> {
    return this.#call('POST', 'deposits', deposit) as Promise<Record<string, unknown>>;
  }

  /** Returns the mails that the console sent to a person, newest first. */
  async mailsTo(person: string): Promise<{ text: string }[]> {
    const { items } = (await this.#call('GET', `mails?to=${person}@countersign.example`)) as {
      items: { text: string }[];
    };
    return items;
  }

  /** Returns the bodies of what webhooks received, newest first. */
  async webhookBodies(): Promise<string[]> {
    const { items } = (await this.#call('GET', 'webhooks')) as { items: { body: string }[] };
    return items.map(({ body }) => body);
  }

  async stats(): Promise<SandboxStats> {
    return this.#call('GET', 'stats') as Promise<SandboxStats>;
  }

  async #authorization(): Promise<string> {
    const { TRANSFER_SERVICE_CLIENT_ID = '', TRANSFER_SERVICE_CLIENT_SECRET = '' } = consoleEnvironment({
      consoleUrl: '',
      sandboxUrl: '',
      consoleDatabaseUrl: '',
      sessionSecret: '',
    });
    const form = {
      grant_type: 'client_credentials',
      client_id: TRANSFER_SERVICE_CLIENT_ID,
      client_secret: TRANSFER_SERVICE_CLIENT_SECRET,
    };
    const { access_token } = await readJson<{ access_token: string }>(
      fetch(`${this.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) }),
    );
    return `Bearer ${access_token}`;
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.url}/_sandbox/${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}

async function readJson<Body>(call: Promise<Response>): Promise<Body> {
  const response = await call;
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}
