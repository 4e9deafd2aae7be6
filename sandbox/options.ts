/** Names of the list filters that the sandbox can honour (docs/specification/service-facts.md#reads). */
export const FILTERS = ['ids', 'ref_ids', 'updated_at', 'order_by'] as const;
export type Filter = (typeof FILTERS)[number];

/** Every option of a sandbox: `settings.ts` reads them from the environment, tests pass them to `startSandbox`. */
export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  /** How many transfers exist before anything is created, 0 to 10,000,000. */
  transfers: number;
  order: 'newest-first' | 'oldest-first';
  /** What a repeated ref_id does: 409, the existing record again, or a second transfer. */
  refId: 'conflict' | 'replay' | 'none';
  /** Parameters of the list beyond the interface document that are honoured. */
  filters: readonly Filter[];
  seed: string;
  dataDir: string;
  /** How long a created transfer stays PENDING, in milliseconds, give or take a quarter. */
  settleMs: number;
  tokenTtlSeconds: number;
  /** Origins of consoles that staff may be sent back to. */
  consoleOrigins: readonly string[];
  /** The credential that may read and write. */
  client: Credential;
  /** A credential that may only read. */
  readerClient: Credential;
  /** The console as the staff's OpenID provider knows it. */
  staffClient: Credential;
  /** Milliseconds since 1970. */
  clock: () => number;
}

interface Credential {
  id: string;
  secret: string;
}

export const DEFAULT_OPTIONS: SandboxOptions = {
  port: 4010,
  transfers: 5000,
  order: 'newest-first',
  refId: 'conflict',
  filters: [],
  seed: 'countersign',
  dataDir: '.data/sandbox',
  settleMs: 8000,
  tokenTtlSeconds: 3600,
  consoleOrigins: ['http://127.0.0.1:3000'],
  client: { id: 'countersign-service', secret: 'sandbox-service-secret' },
  readerClient: { id: 'countersign-reader', secret: 'sandbox-reader-secret' },
  staffClient: { id: 'countersign-console', secret: 'sandbox-console-secret' },
  clock: Date.now,
};
