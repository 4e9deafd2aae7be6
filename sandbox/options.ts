import type { NetworkId } from '@/lib/networks/networks';

/** Names of the list filters that the sandbox can honour (docs/specification/service-facts.md#reads). */
export const FILTERS = ['ids', 'ref_ids', 'updated_at', 'order_by'] as const;
export type Filter = (typeof FILTERS)[number];

/** Every option of a sandbox: `settings.ts` reads them from the environment, tests pass them to `startSandbox`. */
export interface SandboxOptions {
  /** TCP port; 0 takes any free one. */
  port: number;
  /** IP address on which the service and the mail server listen. */
  listen: string;
  /** The address that others use, which is the OpenID issuer; undefined: that of 127.0.0.1. */
  url?: string | undefined;
  /** TCP port of the mail server; 0 takes any free one. */
  smtpPort: number;
  /** Number of transfers that exist before any is created, 0 to 10,000,000. */
  transfers: number;
  order: 'newest-first' | 'oldest-first';
  /** Answer to a repeated ref_id: 409, the existing record again, or a second transfer. */
  refId: 'conflict' | 'replay' | 'none';
  /**
   * List parameters that are honoured in addition to those of docs/specification/service-interface.md#list-transfers.
   */
  filters: readonly Filter[];
  /** Networks that are taken beyond those of docs/specification/service-interface.md#withdrawal-request. */
  networks: readonly NetworkId[];
  /** Value in USD from which a withdrawal needs saved travel-rule data of its address; undefined: none does. */
  travelRuleFromUsd?: string | undefined;
  /** Whether a request may have the member `beneficiary`. */
  beneficiary: 'take' | 'refuse';
  /** How long a guaranteed fee is valid, in seconds. */
  feeQuoteSeconds: number;
  /** Number of providers in the directory, 0 to 100,000. */
  vasps: number;
  /** How long an address is under review after its travel-rule data were saved or changed, in seconds. */
  addressReviewSeconds: number;
  seed: string;
  dataDir: string;
  /** Time that a created transfer stays PENDING, in milliseconds, give or take a quarter. */
  settleMs: number;
  tokenTtlSeconds: number;
  /** Origins of the consoles that the staff sign-in may redirect to. */
  consoleOrigins: readonly string[];
  /** Credential with the read and the write scope. */
  client: Credential;
  /** Credential with the read scope only. */
  readerClient: Credential;
  /** The console's credential at the staff's OpenID provider. */
  staffClient: Credential;
  /** Returns the current time in milliseconds since 1970. */
  clock: () => number;
}

interface Credential {
  id: string;
  secret: string;
}

export const DEFAULT_OPTIONS: SandboxOptions = {
  port: 4010,
  listen: '127.0.0.1',
  smtpPort: 0,
  transfers: 5000,
  order: 'newest-first',
  refId: 'conflict',
  filters: [],
  networks: [],
  beneficiary: 'take',
  feeQuoteSeconds: 600,
  vasps: 40,
  addressReviewSeconds: 0,
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
