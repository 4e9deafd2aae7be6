import { isIP } from 'node:net';
import { z } from 'zod';
import { FURTHER_NETWORK_IDS } from '@/lib/networks/networks';
import { DEFAULT_OPTIONS, FILTERS, type SandboxOptions } from '@/sandbox/options';

const wholeNumber = (minimum: number, maximum: number) => z.coerce.number().int().min(minimum).max(maximum);
const word = z.string().min(1);
const names = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((name) => name.trim() || []));
const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

const environmentSchema = z.object({
  SANDBOX_PORT: wholeNumber(0, 65_535).default(DEFAULT_OPTIONS.port),
  SANDBOX_LISTEN: z
    .string()
    .refine((text) => isIP(text) !== 0, 'is not an IP address')
    .default(DEFAULT_OPTIONS.listen),
  SANDBOX_URL: origin.optional(),
  SANDBOX_SMTP_PORT: wholeNumber(0, 65_535).default(DEFAULT_OPTIONS.smtpPort),
  SANDBOX_TRANSFERS: wholeNumber(0, 10_000_000).default(DEFAULT_OPTIONS.transfers),
  SANDBOX_ORDER: z.enum(['newest-first', 'oldest-first']).default(DEFAULT_OPTIONS.order),
  SANDBOX_REF_ID: z.enum(['conflict', 'replay', 'none']).default(DEFAULT_OPTIONS.refId),
  SANDBOX_FILTERS: names.pipe(z.array(z.enum(FILTERS))),
  SANDBOX_NETWORKS: names.pipe(z.array(z.enum(FURTHER_NETWORK_IDS))),
  SANDBOX_TRAVEL_RULE_FROM_USD: z
    .string()
    .regex(/^[0-9]{1,12}$/, 'is not a whole number of dollars')
    .optional(),
  SANDBOX_BENEFICIARY: z.enum(['take', 'refuse']).default(DEFAULT_OPTIONS.beneficiary),
  SANDBOX_FEE_QUOTE_SECONDS: wholeNumber(1, 86_400).default(DEFAULT_OPTIONS.feeQuoteSeconds),
  SANDBOX_VASPS: wholeNumber(0, 100_000).default(DEFAULT_OPTIONS.vasps),
  SANDBOX_ADDRESS_REVIEW_SECONDS: wholeNumber(0, 86_400).default(DEFAULT_OPTIONS.addressReviewSeconds),
  SANDBOX_SEED: word.default(DEFAULT_OPTIONS.seed),
  SANDBOX_DATA_DIR: word.default(DEFAULT_OPTIONS.dataDir),
  SANDBOX_SETTLE_MS: wholeNumber(0, 86_400_000).default(DEFAULT_OPTIONS.settleMs),
  SANDBOX_TOKEN_TTL_SECONDS: wholeNumber(1, 86_400).default(DEFAULT_OPTIONS.tokenTtlSeconds),
  SANDBOX_CONSOLE_URL: z
    .string()
    .default(DEFAULT_OPTIONS.consoleOrigins.join(','))
    .transform((list) => list.split(',').map((url) => url.trim()))
    .pipe(z.array(origin).min(1)),
  SANDBOX_CLIENT_ID: word.default(DEFAULT_OPTIONS.client.id),
  SANDBOX_CLIENT_SECRET: word.default(DEFAULT_OPTIONS.client.secret),
  SANDBOX_READER_CLIENT_ID: word.default(DEFAULT_OPTIONS.readerClient.id),
  SANDBOX_READER_CLIENT_SECRET: word.default(DEFAULT_OPTIONS.readerClient.secret),
  SANDBOX_OIDC_CLIENT_ID: word.default(DEFAULT_OPTIONS.staffClient.id),
  SANDBOX_OIDC_CLIENT_SECRET: word.default(DEFAULT_OPTIONS.staffClient.secret),
});

/**
 * Reads the options from the environment, the sandbox's only use of process.env. Throws an error that names every
 * invalid variable.
 */
export function readSettings(): SandboxOptions {
  // An empty variable counts as absent.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) throw new Error(`The sandbox cannot start:\n${z.prettifyError(parsed.error)}`);
  const settings = parsed.data;
  return {
    port: settings.SANDBOX_PORT,
    listen: settings.SANDBOX_LISTEN,
    url: settings.SANDBOX_URL,
    smtpPort: settings.SANDBOX_SMTP_PORT,
    transfers: settings.SANDBOX_TRANSFERS,
    order: settings.SANDBOX_ORDER,
    refId: settings.SANDBOX_REF_ID,
    filters: settings.SANDBOX_FILTERS,
    networks: settings.SANDBOX_NETWORKS,
    travelRuleFromUsd: settings.SANDBOX_TRAVEL_RULE_FROM_USD,
    beneficiary: settings.SANDBOX_BENEFICIARY,
    feeQuoteSeconds: settings.SANDBOX_FEE_QUOTE_SECONDS,
    vasps: settings.SANDBOX_VASPS,
    addressReviewSeconds: settings.SANDBOX_ADDRESS_REVIEW_SECONDS,
    seed: settings.SANDBOX_SEED,
    dataDir: settings.SANDBOX_DATA_DIR,
    settleMs: settings.SANDBOX_SETTLE_MS,
    tokenTtlSeconds: settings.SANDBOX_TOKEN_TTL_SECONDS,
    consoleOrigins: settings.SANDBOX_CONSOLE_URL,
    client: { id: settings.SANDBOX_CLIENT_ID, secret: settings.SANDBOX_CLIENT_SECRET },
    readerClient: { id: settings.SANDBOX_READER_CLIENT_ID, secret: settings.SANDBOX_READER_CLIENT_SECRET },
    staffClient: { id: settings.SANDBOX_OIDC_CLIENT_ID, secret: settings.SANDBOX_OIDC_CLIENT_SECRET },
    clock: Date.now,
  };
}
