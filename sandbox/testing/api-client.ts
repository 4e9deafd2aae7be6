import { DEFAULT_OPTIONS } from '@/sandbox/options';
import type { TransferRecord } from '@/sandbox/transfer';

type Json = Record<string, unknown>;

interface Page {
  items: TransferRecord[];
  next_page_cursor: string;
}

/** A valid body; each test changes the members that it is about. */
export const VALID_BODY = {
  profile_id: 'p-ops',
  destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  asset: 'ETH',
  crypto_network: 'ETHEREUM',
  amount: '1.5',
};

/** Calls a sandbox as its clients do. Reuses one token until a test replaces it. */
export class ApiClient {
  token: string | undefined;

  constructor(readonly url: string) {}

  async requestToken(form: Record<string, string> = {}): Promise<Response> {
    const { id, secret } = DEFAULT_OPTIONS.client;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      ...form,
    });
    return fetch(`${this.url}/oauth2/token`, { method: 'POST', body });
  }

  async #headers(): Promise<Record<string, string>> {
    this.token ??= ((await (await this.requestToken()).json()) as { access_token: string }).access_token;
    return { authorization: `Bearer ${this.token}` };
  }

  async get(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, { headers: await this.#headers(), ...init });
  }

  /** Posts the body of a create as it is. */
  async post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}/v2/transfer/crypto-withdrawals`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...(await this.#headers()), 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  /** Posts the valid body with changes, leaving out members that are undefined. Returns status and body. */
  async create(changes: Json = {}): Promise<{ status: number; body: TransferRecord & Json }> {
    const response = await this.post({ ...VALID_BODY, ...changes });
    return { status: response.status, body: (await response.json()) as TransferRecord & Json };
  }

  /** Saves the travel-rule data of the valid body's address, with changes. Returns status and body. */
  async saveAddress(changes: Json = {}): Promise<{ status: number; body: Json }> {
    const { crypto_network, destination_address: address } = VALID_BODY;
    const travelrule_metadata = {
      custodian_type: 'PRIVATE',
      transfer_purpose: 'Own funds',
      beneficiary: { self: true },
    };
    const response = await fetch(`${this.url}/v2/transfer/crypto-destination-address`, {
      method: 'PUT',
      headers: { ...(await this.#headers()), 'content-type': 'application/json' },
      body: JSON.stringify({ crypto_network, address, travelrule_metadata, ...changes }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  }

  /** Reads a page of any list, by its path. */
  async list(path: string): Promise<{ items: Json[]; next_page_cursor: string }> {
    return (await (await this.get(path)).json()) as { items: Json[]; next_page_cursor: string };
  }

  async transfer(id: string): Promise<TransferRecord> {
    return (await (await this.get(`/v2/transfer/transfers/${id}`)).json()) as TransferRecord;
  }

  async page(parameters: Record<string, string> = {}): Promise<Page> {
    return (await (
      await this.get(`/v2/transfer/transfers?${new URLSearchParams(parameters).toString()}`)
    ).json()) as Page;
  }

  /** Gives the records of each page, from the first to the empty cursor. */
  async *pages(limit: number): AsyncGenerator<TransferRecord[]> {
    let cursor = '';
    do {
      const page = await this.page({ limit: String(limit), page_cursor: cursor });
      yield page.items;
      cursor = page.next_page_cursor;
    } while (cursor !== '');
  }

  /** Returns the records of all pages. */
  async walk(limit: number): Promise<TransferRecord[]> {
    const items: TransferRecord[] = [];
    for await (const page of this.pages(limit)) items.push(...page);
    return items;
  }

  async addFault(rule: Json): Promise<Json> {
    const response = await fetch(`${this.url}/_sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rule),
    });
    return (await response.json()) as Json;
  }

  async inspect(path: string): Promise<Json> {
    return (await (await fetch(`${this.url}/_sandbox/${path}`)).json()) as Json;
  }

  /** Returns the number of transfers that exist with a reference. */
  async countByRefId(refId: string): Promise<unknown> {
    return (await this.inspect(`transfers?ref_id=${encodeURIComponent(refId)}`)).count;
  }
}
