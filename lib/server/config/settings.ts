import 'server-only';
import { z } from 'zod';
import { LIMIT_SCALES } from '@/lib/http/rate-limits';
import { ROLES } from '@/lib/identity/roles';
import { RESEND_POLICIES } from '@/lib/sends/send-machine';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { findMismatch, LOOPBACK, type SettingsIssue } from '@/lib/server/config/environment-check';
import { hostProcess } from '@/lib/server/runtime/host';
import { singleton } from '@/lib/server/runtime/singleton';

export class SettingsError extends Error {
  constructor(readonly faults: SettingsIssue[]) {
    super(
      `The configuration cannot be used:\n${faults.map(({ name, message }) => `  ${name}: ${message}`).join('\n')}`,
    );
    this.name = 'SettingsError';
  }
}

/** Whether something is an address with somebody's name or password in it, or looks like one. */
const holdsCredential = (text: string) => /\/\/[^/?#]*@/.test(text);

const required = z.string({ error: 'is not set' }).min(1, 'is empty');
const url = required.refine(
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
  'is not an http or https address',
);
// Plain http would show tokens and amounts to everyone on the way; on loopback there is no way.
const safeUrl = url
  .refine(
    (text) => !URL.canParse(text) || !holdsCredential(text),
    'holds a user name or a password, which have names of their own here',
  )
  .refine(
    (text) => !URL.canParse(text) || new URL(text).protocol === 'https:' || LOOPBACK.test(new URL(text).hostname),
    'uses plain http beyond this machine; https is needed',
  )
  .transform((text) => text.replace(/\/+$/, ''));
const secret = required.min(32, 'is too short; at least 32 characters are needed');
const whole = (fallback: number, minimum: number, maximum: number) =>
  z.coerce.number({ error: 'is not a number' }).int().min(minimum).max(maximum).default(fallback);
const memberName = (fallback: string) =>
  z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not a member name')
    .default(fallback);

const roleMap = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'is not valid JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.enum(ROLES), { error: `must map group names to ${ROLES.join(', ')}` }))
  .default(Object.fromEntries(ROLES.map((role) => [role, role])));

/** Parameters of the list beyond the interface document (service-facts, "Reads"). */
const FILTERS = [
  ...(['ids', 'ref_ids', 'profile_ids', 'identity_ids', 'account_ids', 'group_ids', 'crypto_tx_hashes'] as const),
  ...(['type', 'statuses', 'secondary_statuses', 'created_at', 'updated_at', 'order', 'order_by'] as const),
] as const;
export type ListFilter = (typeof FILTERS)[number];

const filterNames = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.enum(FILTERS, { error: `may hold ${FILTERS.join(', ')}` })))
  .default([]);

const postgresUrl = required.regex(/^postgres(?:ql)?:\/\//, 'is not a postgres:// address');

const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;

const settingsSchema = z.object({
  PORT: whole(3000, 1, 65_535),
  HOSTNAME: z.string().default('127.0.0.1'),
  DATABASE_URL: postgresUrl,
  DATABASE_OWNER_URL: postgresUrl.optional(),
  TRANSFER_SERVICE_URL: safeUrl,
  TRANSFER_SERVICE_AUTH_URL: safeUrl,
  TRANSFER_SERVICE_CLIENT_ID: required,
  TRANSFER_SERVICE_CLIENT_SECRET: required,
  TRANSFER_SERVICE_NAME: z
    .string()
    .trim()
    .max(40, 'is longer than 40 characters')
    .refine((name) => findHiddenCharacter(name) === undefined, 'has a character in it that cannot be seen')
    .default('the service'),
  TRANSFER_SERVICE_SCOPE: z.string().optional(),
  TRANSFER_SERVICE_PAGE_ITEMS: memberName('items'),
  TRANSFER_SERVICE_PAGE_CURSOR: memberName('next_page_cursor'),
  TRANSFER_SERVICE_PAGE_LIMIT: whole(100, 1, 1000),
  TRANSFER_SERVICE_READS_PER_SECOND: whole(5, 1, 1000),
  TRANSFER_SERVICE_FILTERS: filterNames,
  TRANSFER_SERVICE_IDEMPOTENCY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]*$/, 'is not a header name')
    .default('Idempotency-Key'),
  NEXTAUTH_URL: safeUrl,
  NEXTAUTH_SECRET: secret,
  OIDC_ISSUER: safeUrl,
  OIDC_CLIENT_ID: required,
  OIDC_CLIENT_SECRET: required,
  OIDC_ROLES_CLAIM: z.string().min(1).default('roles'),
  OIDC_ROLE_MAP: roleMap,
  CONSOLE_ENVIRONMENT: z.enum(['sandbox', 'production'], { error: 'must be sandbox or production' }),
  CONSOLE_PROXY_HOPS: whole(0, 0, 10),
  CONSOLE_WORKERS: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  CONSOLE_LIMITS: z.enum(LIMIT_SCALES, { error: `must be ${LIMIT_SCALES.join(' or ')}` }).default('normal'),
  SEND_TIMEOUT_MS: whole(20_000, 100, 300_000),
  SEND_LEASE_MS: whole(60_000, 200, 900_000),
  SEND_MAX_ATTEMPTS: whole(3, 1, 10),
  SEND_RESEND_POLICY: z
    .enum(RESEND_POLICIES, { error: `must be one of ${RESEND_POLICIES.join(', ')}` })
    .default('reconcile-first'),
  RECONCILE_QUIET_MS: whole(300_000, 50, 86_400_000),
  SYNC_INTERVAL_MS: whole(5_000, 100, 3_600_000),
  APPROVAL_EXPIRY_MINUTES: whole(1440, 1, 43_200),
  // NIST SP 800-63B, 4.3.3 (AAL3): a session ends after 15 minutes without use and after 12 hours at all. Eight are a working day.
  SESSION_IDLE_MINUTES: whole(15, 1, 1440),
  SESSION_MAX_HOURS: whole(8, 1, 24),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  SHUTDOWN_GRACE_MS: whole(5_000, 0, 120_000),
});

// Looked at besides, so that what contradicts is listed together with what is wrong by itself.
const timesSchema = settingsSchema
  .pick({ SEND_TIMEOUT_MS: true, SEND_LEASE_MS: true, RECONCILE_QUIET_MS: true })
  .superRefine(({ SEND_TIMEOUT_MS, SEND_LEASE_MS, RECONCILE_QUIET_MS }, context) => {
    // send-protocol, step 3: a sender must have given up well before another may take its lease for lost.
    if (SEND_TIMEOUT_MS * 2 >= SEND_LEASE_MS) {
      context.addIssue({
        code: 'custom',
        path: ['SEND_TIMEOUT_MS'],
        message: `must be below half of SEND_LEASE_MS (${SEND_LEASE_MS})`,
      });
    }
    // send-protocol, step 6: what is looked for too early may still be on its way, and would then be sent twice.
    if (RECONCILE_QUIET_MS <= SEND_TIMEOUT_MS) {
      const message = `must be longer than SEND_TIMEOUT_MS (${SEND_TIMEOUT_MS}) and than what the service needs to carry out a withdrawal`;
      context.addIssue({ code: 'custom', path: ['RECONCILE_QUIET_MS'], message });
    }
  });

export type Settings = z.infer<typeof settingsSchema>;

/**
 * Reads a configuration (contract.md, "Environment") and gives it typed, with defaults filled in.
 * Throws a SettingsError that lists every fault at once. An empty value counts as not set.
 */
export function parseSettings(environment: Record<string, string | undefined>): Settings {
  // The header may be switched off by an empty value; everywhere else empty means the default.
  const given = Object.entries(environment).filter(
    ([name, value]) => value !== '' || name === 'TRANSFER_SERVICE_IDEMPOTENCY_HEADER',
  );
  const parsed = settingsSchema.safeParse(Object.fromEntries(given));
  const times = timesSchema.safeParse(Object.fromEntries(given));
  const mismatch = findMismatch(environment);
  if (parsed.success && times.success && mismatch.length === 0) return parsed.data;
  // One fault a name is enough to mend it; an address that is none need not be told that it also lacks https.
  const issues = [...(parsed.error?.issues ?? []), ...(times.error?.issues ?? [])];
  const faults = new Map([
    ...mismatch.map(({ name, message }) => [name, message] as const),
    ...issues.toReversed().map(({ path, message }) => [String(path[0]), message] as const),
  ]);
  throw new SettingsError(
    [...faults].map(([name, message]) => ({ name, message: `${message}${describeGiven(name, environment[name])}` })),
  );
}

// An address of a database holds its password.
const IS_SECRET = /SECRET|DATABASE_(?:OWNER_)?URL/;

function describeGiven(name: string, value: string | undefined): string {
  if (value === undefined || value === '') return '';
  return IS_SECRET.test(name) || holdsCredential(value)
    ? ` (given: ${value.length} characters, not shown)`
    : ` (given: ${JSON.stringify(value.slice(0, 200))})`;
}

interface SettingsState {
  current: Settings | undefined;
  isFromEnvironment: boolean;
}

const state = () => singleton<SettingsState>('settings', () => ({ current: undefined, isFromEnvironment: false }));

/**
 * Gives the configuration of this process. The only reader of process.env. Throws a SettingsError on the first call where
 * the environment is faulty.
 */
export function settings(): Settings {
  const known = state();
  if (known.current) return known.current;
  const read = parseSettings(process.env);
  Object.assign(known, { current: read, isFromEnvironment: true });
  return read;
}

/**
 * Sets the configuration of a process that starts no console, such as a test run. Throws where the process has read its
 * environment, which is the first thing that a console does when it starts: a console never changes its settings.
 */
export function provideSettings(provided: Settings): void {
  const known = state();
  if (known.isFromEnvironment || hostProcess())
    throw new Error('the settings of a console come from its environment and cannot be replaced');
  known.current = provided;
}
