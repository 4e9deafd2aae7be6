import 'server-only';
import { isIP } from 'node:net';
import { z } from 'zod';
import { LIMIT_SCALES } from '@/lib/http/rate-limits';
import { parseAmount } from '@/lib/money/parse-amount';
import { NOTICE_DETAILS } from '@/lib/notifications/compose';
import { RESEND_POLICIES } from '@/lib/sends/send-machine';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { isLocale } from '@/lib/text/locale';
import { joinList } from '@/lib/text/join-list';
import { isTimeZone } from '@/lib/time/time-zone';
import { BENEFICIARY_MODES } from '@/lib/withdrawals/beneficiary-form';
import {
  findMismatch,
  findMissingClientSecret,
  findUnreadableAuthority,
  findUnusableCertificate,
  type SettingsIssue,
} from '@/lib/server/config/environment-check';
import { findInsecureSettings } from '@/lib/server/config/insecure-settings';
import { noProxy } from '@/lib/server/config/no-proxy';
import { findPlainHttp } from '@/lib/server/config/plain-hosts';
import { readSecretFiles, SECRETS } from '@/lib/server/config/secret-files';
import { findContradictingTimes, findShortTimes } from '@/lib/server/config/send-times';
import {
  authenticators,
  calendarFiles,
  calledUrl,
  certificatePem,
  clientKey,
  filterNames,
  holdsCredential,
  hostList,
  LOG_LEVELS,
  memberName,
  nameList,
  onOrOff,
  postgresUrl,
  privateKeyPem,
  PROOF_MODES,
  proxyUrl,
  required,
  roleMap,
  scopes,
  secret,
  smtpUrl,
  waiver,
  whole,
} from '@/lib/server/config/setting-values';
import { hostProcess } from '@/lib/server/runtime/host';
import { singleton } from '@/lib/server/runtime/singleton';

/** Lists every issue of an invalid configuration, one line for each environment variable. */
export class SettingsError extends Error {
  constructor(readonly issues: SettingsIssue[]) {
    super(`The configuration is invalid:\n${issues.map(({ name, message }) => `  ${name}: ${message}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

const settingsSchema = z.object({
  PORT: whole(3000, 1, 65_535),
  CONSOLE_LISTEN: z
    .string()
    .refine((text) => isIP(text) !== 0, 'is not an IP address, such as 127.0.0.1, 0.0.0.0 or ::')
    .default('127.0.0.1'),
  DATABASE_URL: postgresUrl,
  // Shared out among the pools of a process (lib/server/database/client.ts).
  // At least one more for reads than exports can hold (lib/server/transfers/export.ts).
  DATABASE_CONNECTIONS: whole(10, 8, 400),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_POOLED_URL: postgresUrl.optional(),
  DATABASE_READ_URL: nameList
    .pipe(z.array(postgresUrl.refine((text) => URL.canParse(text), 'is not an address')))
    .refine((urls) => new Set(urls).size === urls.length, 'names an address twice'),
  // How far a replica may be behind before it answers nobody.
  DATABASE_READ_MAX_LAG_MS: whole(10_000, 2_000, 3_600_000),
  TRANSFER_SERVICE_URL: calledUrl,
  TRANSFER_SERVICE_AUTH_URL: calledUrl,
  TRANSFER_SERVICE_CLIENT_ID: required,
  TRANSFER_SERVICE_CLIENT_SECRET: required,
  TRANSFER_SERVICE_CLIENT_CERT: certificatePem,
  TRANSFER_SERVICE_CLIENT_KEY: privateKeyPem,
  TRANSFER_SERVICE_NAME: z
    .string()
    .trim()
    .max(40, 'is longer than 40 characters')
    .refine((name) => findHiddenCharacter(name) === undefined, 'contains an invisible character')
    .default('the service'),
  DESK_NAME: z
    .string()
    .trim()
    .max(80, 'is longer than 80 characters')
    .refine((name) => findHiddenCharacter(name) === undefined, 'contains an invisible character')
    .default('Treasury desk'),
  DESK_ADDRESS: z
    .string()
    .max(300, 'is longer than 300 characters')
    .refine((address) => findHiddenCharacter(address) === undefined, 'contains an invisible character')
    .transform((address) =>
      address
        .split(';')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    )
    .default([]),
  DESK_LOCALE: z.string().refine(isLocale, 'is not a locale, such as en-GB').default('en-GB'),
  // The zone of every time on screen; unset: that of each reader's browser.
  DESK_TIME_ZONE: z.string().refine(isTimeZone, 'is not a time zone, such as Europe/Berlin').optional(),
  // Calendars of bank days besides those by rule, for planned payments.
  BANK_CALENDARS: calendarFiles,
  TRANSFER_SERVICE_SCOPE: z.string().optional(),
  TRANSFER_SERVICE_PAGE_ITEMS: memberName('items'),
  TRANSFER_SERVICE_PAGE_CURSOR: memberName('next_page_cursor'),
  TRANSFER_SERVICE_PAGE_LIMIT: whole(100, 1, 1000),
  TRANSFER_SERVICE_READS_PER_SECOND: whole(5, 1, 1000),
  TRANSFER_SERVICE_FILTERS: filterNames,
  // Added to those of the service interface. Addresses on one without a definition (lib/networks/definitions) are not
  // checked, and it has no assets until administrators add them.
  TRANSFER_SERVICE_NETWORKS: nameList
    .pipe(z.array(z.string().regex(/^[A-Z][A-Z0-9_]{1,63}$/, 'may contain names such as AVALANCHE')))
    .transform((ids) => [...new Set(ids)]),
  TRANSFER_SERVICE_BENEFICIARY: z
    .enum(BENEFICIARY_MODES, { error: `must be ${joinList(BENEFICIARY_MODES, 'or')}` })
    .default('send'),
  // The value in USD from which the service needs travel-rule data of the address; unset: it needs none.
  TRAVEL_RULE_FROM_USD: z
    .string()
    .refine((text) => parseAmount(text).ok, 'is not an amount above zero, such as 3000')
    .optional(),
  // Saves travel-rule data at the service, searches its directory of providers and reads the states of addresses.
  TRANSFER_SERVICE_ADDRESSES: onOrOff('off'),
  TRANSFER_SERVICE_ADDRESSES_SCOPE: z.string().default('transfer:write_crypto_destination_address'),
  // Asks the service for guaranteed fees.
  TRANSFER_SERVICE_FEES: onOrOff('off'),
  TRANSFER_SERVICE_BALANCES: onOrOff('off'),
  TRANSFER_SERVICE_EMPTY_PAGE_ENDS: onOrOff('off'),
  TRANSFER_SERVICE_IDEMPOTENCY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]*$/, 'is not a header name')
    .default('Idempotency-Key'),
  NEXTAUTH_URL: calledUrl,
  NEXTAUTH_SECRET: secret,
  OIDC_ISSUER: calledUrl,
  OIDC_CLIENT_ID: required,
  OIDC_CLIENT_SECRET: required.optional(),
  OIDC_CLIENT_KEY: clientKey.optional(),
  OIDC_SCOPE: scopes,
  OIDC_REQUIRED_ACR: nameList.refine(
    (names) => names.every((name) => /^[\x21-\x7E]+$/.test(name)),
    'contains a blank or a character that is not ASCII',
  ),
  OIDC_ROLES_CLAIM: z.string().min(1).default('roles'),
  OIDC_ROLE_MAP: roleMap,
  OIDC_GROUPS_CLAIM: z.string().min(1).max(120).optional(),
  OIDC_PERSON_CLAIM: z.string().min(1).max(120).optional(),
  // Lets the company's directory write its accounts over SCIM.
  SCIM_TOKEN: secret.optional(),
  SCIM_ID_CLAIM: z.string().min(1).max(120).optional(),
  CONSOLE_ENVIRONMENT: z.enum(['sandbox', 'production'], { error: 'must be sandbox or production' }),
  HTTPS_PROXY: proxyUrl.optional(),
  NO_PROXY: noProxy,
  // Hosts that a sandbox's own addresses may name without encryption (`mayBePlain`).
  CONSOLE_PRIVATE_HOSTS: hostList('sandbox or sandbox:4010'),
  CONSOLE_INSECURE_WAIVER: waiver,
  CONSOLE_PROXY_HOPS: whole(0, 0, 10),
  CONSOLE_WORKERS: onOrOff('on'),
  CONSOLE_LIMITS: z.enum(LIMIT_SCALES, { error: `must be ${joinList(LIMIT_SCALES, 'or')}` }).default('normal'),
  METRICS_TOKEN: secret.optional(),
  CONSOLE_PROOF: z.enum(PROOF_MODES, { error: `must be ${joinList(PROOF_MODES, 'or')}` }).optional(),
  PROOF_ROOT: z
    .string()
    .transform((text) => text.replaceAll(' ', '').toLowerCase())
    .pipe(z.string().regex(/^[0-9a-f]{64}$/, 'is not a fingerprint of 64 hexadecimal digits'))
    .optional(),
  PROOF_HEAD: z
    .string()
    .regex(/^[1-9][0-9]{0,15}:[0-9a-f]{64}$/, 'is not a position and a hash, such as 12:0f3a...')
    .optional(),
  PROOF_AUTHENTICATORS: authenticators,
  SMTP_URL: smtpUrl.optional(),
  NOTIFY_FROM: z.email('is not an e-mail address').max(200, 'is longer than 200 characters').optional(),
  // How long a request waits before those who can decide are reminded, in minutes.
  NOTIFY_REMIND_MINUTES: whole(240, 1, 43_200),
  // How long it waits before administrators are notified, in minutes.
  NOTIFY_ESCALATE_MINUTES: whole(480, 1, 43_200),
  // Hosts (with a port where it is not the usual one) that targets of notifications may name though they are private or
  // without encryption.
  NOTIFY_PRIVATE_HOSTS: hostList('chat.internal or 127.0.0.1:8080'),
  NOTIFY_DETAIL: z.enum(NOTICE_DETAILS, { error: `must be ${joinList(NOTICE_DETAILS, 'or')}` }).default('summary'),
  SEND_TIMEOUT_MS: whole(20_000, 100, 300_000),
  SEND_LEASE_MS: whole(60_000, 200, 900_000),
  SEND_MAX_ATTEMPTS: whole(3, 1, 10),
  SEND_RESEND_POLICY: z
    .enum(RESEND_POLICIES, { error: `must be ${joinList(RESEND_POLICIES, 'or')}` })
    .default('reconcile-first'),
  FOREIGN_WITHDRAWALS: z.enum(['stop', 'alarm'], { error: 'must be stop or alarm' }).default('stop'),
  RECONCILE_QUIET_MS: whole(300_000, 50, 86_400_000),
  SYNC_INTERVAL_MS: whole(5_000, 100, 3_600_000),
  APPROVAL_EXPIRY_MINUTES: whole(1440, 1, 43_200),
  // How long an approval counts towards sending, in hours: at most 30 days, as long as a request may wait.
  APPROVAL_VALID_HOURS: whole(24, 1, 720),
  // NIST SP 800-63B, 4.3.3 (AAL3): a session ends after 15 minutes without use, and after 12 hours in any case. Eight
  // hours are a working day.
  SESSION_IDLE_MINUTES: whole(15, 1, 1440),
  SESSION_MAX_HOURS: whole(8, 1, 24),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be ${joinList(LOG_LEVELS, 'or')}` }).default('info'),
  SHUTDOWN_GRACE_MS: whole(5_000, 0, 120_000),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:|tel:|https:\/\/)\S+$/, 'is not a mailto:, tel: or https:// address')
    .optional(),
});

// Parsed separately, so that contradictions are listed together with the values that are invalid by themselves.
const timesSchema = settingsSchema.pick({ SEND_TIMEOUT_MS: true, SEND_LEASE_MS: true, RECONCILE_QUIET_MS: true });

/** The settings of the service and of its reads, for a program that needs nothing else. */
const serviceSchema = settingsSchema.pick({
  TRANSFER_SERVICE_URL: true,
  TRANSFER_SERVICE_AUTH_URL: true,
  TRANSFER_SERVICE_CLIENT_ID: true,
  TRANSFER_SERVICE_CLIENT_SECRET: true,
  TRANSFER_SERVICE_SCOPE: true,
  TRANSFER_SERVICE_ADDRESSES_SCOPE: true,
  TRANSFER_SERVICE_PAGE_ITEMS: true,
  TRANSFER_SERVICE_PAGE_CURSOR: true,
  TRANSFER_SERVICE_READS_PER_SECOND: true,
  TRANSFER_SERVICE_CLIENT_CERT: true,
  TRANSFER_SERVICE_CLIENT_KEY: true,
  HTTPS_PROXY: true,
  NO_PROXY: true,
  CONSOLE_PRIVATE_HOSTS: true,
});
export type ServiceSettings = z.infer<typeof serviceSchema>;

/** Every name of the environment. .env.example and docs/specification/console-contract.md#environment have the same. */
export const SETTING_NAMES = settingsSchema.keyof().options;

/** A valid configuration with all defaults filled in. */
export type Settings = z.infer<typeof settingsSchema>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Parses a configuration (docs/specification/console-contract.md#environment) and fills in the defaults. Throws a
 * SettingsError that lists every issue. An empty value counts as not set; NAME_FILE gives a secret as a file.
 */
export function parseSettings(unread: Environment): Settings {
  const { environment, issues } = readSecretFiles(unread);
  // An empty value turns the idempotency header off; for every other variable it means the default.
  const given = Object.entries(environment).filter(
    ([name, value]) => value !== '' || name === 'TRANSFER_SERVICE_IDEMPOTENCY_HEADER',
  );
  const parsed = settingsSchema.safeParse(Object.fromEntries(given));
  const relations = [
    ...issues,
    ...findNetworkIssues(environment),
    ...findMismatch(environment),
    ...findMissingClientSecret(environment),
    ...checkTimes(Object.fromEntries(given), environment),
    ...(isProduction(environment) ? findInsecureSettings(environment, waivedNames(environment)) : []),
  ];
  if (parsed.success && relations.length === 0) return parsed.data;
  throw toSettingsError(parsed.error?.issues ?? [], environment, relations);
}

/** Parses the settings of the service alone (`parseSettings`). */
export function parseServiceSettings(unread: Environment): ServiceSettings {
  const { environment, issues } = readSecretFiles(
    unread,
    SECRETS.filter((name) => name in serviceSchema.shape),
  );
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = serviceSchema.safeParse(Object.fromEntries(given));
  const ofOthers = ({ name }: SettingsIssue) => name in settingsSchema.shape && !(name in serviceSchema.shape);
  const relations = [...issues, ...findNetworkIssues(environment).filter((issue) => !ofOthers(issue))];
  if (parsed.success && relations.length === 0) return parsed.data;
  throw toSettingsError(parsed.error?.issues ?? [], environment, relations);
}

function toSettingsError(
  invalid: readonly z.core.$ZodIssue[],
  environment: Environment,
  relations: readonly SettingsIssue[],
): SettingsError {
  // One issue per name, the first: a text that is not an address need not also be refused for lacking https.
  const issues = new Map([
    ...relations.toReversed().map(({ name, message }) => [name, message] as const),
    ...invalid.toReversed().map(({ path, message }) => [String(path[0]), message] as const),
  ]);
  return new SettingsError(
    [...issues]
      .toReversed()
      // What a file should have held is not missing besides.
      .filter(([name]) => !issues.has(`${name}_FILE`))
      .map(([name, message]) => ({ name, message: `${message}${formatGiven(name, environment[name])}` })),
  );
}

const findNetworkIssues = (environment: Environment) => [
  ...findPlainHttp(environment),
  ...findUnusableCertificate(environment),
  ...findUnreadableAuthority(environment),
];

const isProduction = ({ CONSOLE_ENVIRONMENT }: Environment) => CONSOLE_ENVIRONMENT === 'production';
const waivedNames = ({ CONSOLE_INSECURE_WAIVER }: Environment) => nameList.parse(CONSOLE_INSECURE_WAIVER);

/** Finds send times that contradict each other or, in production, are too short. Finds none while one is no number. */
function checkTimes(given: Environment, environment: Environment): SettingsIssue[] {
  const { data: times } = timesSchema.safeParse(given);
  if (!times) return [];
  const contradictions = findContradictingTimes(times);
  return !isProduction(environment) || waivedNames(environment).includes('send-timing')
    ? contradictions
    : [...contradictions, ...findShortTimes(times)];
}

function formatGiven(name: string, value: string | undefined): string {
  if (value === undefined || value === '') return '';
  // Under NAME_FILE, too: the secret itself may be given for its path.
  return SECRETS.some((known) => known === name.replace(/_FILE$/, '')) || holdsCredential(value)
    ? ` (given: ${value.length} characters, not shown)`
    : ` (given: ${JSON.stringify(value.slice(0, 200))})`;
}

interface SettingsState {
  current: Settings | undefined;
  isFromEnvironment: boolean;
}

const state = () => singleton<SettingsState>('settings', () => ({ current: undefined, isFromEnvironment: false }));

/**
 * Returns the configuration of this process. The only reader of process.env. Throws a SettingsError on the first call
 * where the environment is invalid.
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
