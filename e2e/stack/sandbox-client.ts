/** What the sandbox knows of the transfers with one reference. */
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

/** Looks behind the service and tells it to fail (sandbox/README.md). */
export class SandboxClient {
  constructor(readonly url: string) {}

  /** Asks for a fault, such as `{ on: 'create', kind: 'reset-after', times: 1 }`. */
  async addFault(rule: Record<string, unknown>): Promise<{ id: string }> {
    return this.#call('POST', 'faults', rule) as Promise<{ id: string }>;
  }

  async clearFaults(): Promise<void> {
    await this.#call('DELETE', 'faults');
  }

  /** What really exists with a reference. */
  async transfersByRef(refId: string): Promise<SandboxTransfers> {
    return this.#call('GET', `transfers?ref_id=${encodeURIComponent(refId)}`) as Promise<SandboxTransfers>;
  }

  async stats(): Promise<SandboxStats> {
    return this.#call('GET', 'stats') as Promise<SandboxStats>;
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
