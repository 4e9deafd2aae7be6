import 'server-only';
import { createPrivateKey, type JsonWebKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { z } from 'zod';
import { ROLES } from '@/lib/identity/roles';
import { fail, type Result } from '@/lib/result';
import { joinList } from '@/lib/text/join-list';
import { type CalendarFile, readCalendarFile } from '@/lib/standing-orders/calendars/calendar-file';
import { WAIVABLE_NAMES } from '@/lib/server/config/insecure-settings';

/** Returns whether a text is, or resembles, an address with a user name or password in it. */
export const holdsCredential = (text: string) => /\/\/[^/?#]*@/.test(text);

export const required = z.string({ error: 'is not set' }).min(1, 'is empty');
const url = required.refine(
  (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
  'is not an http or https address',
);
/** Parses an address that the console calls. Whether it may be of plain http follows from others (`findPlainHttp`). */
export const calledUrl = url
  .refine(
    (text) => !URL.canParse(text) || !holdsCredential(text),
    'contains a user name or password; set those in their own variables',
  )
  .transform((text) => text.replace(/\/+$/, ''));
/** Parses a proxy's address, which may hold a name and a password for it. */
export const proxyUrl = url.refine(
  (text) => !URL.canParse(text) || succeeds(() => decodeURIComponent(new URL(text).username + new URL(text).password)),
  'has a name or password that is not percent-encoded',
);
/** Parses hosts, with a port or without. */
export const hostList = (example: string) =>
  nameList.refine((hosts) => hosts.every((host) => URL.canParse(`https://${host}/`)), {
    error: `must list hosts such as ${example}`,
  });
export const secret = required.min(32, 'is too short; at least 32 characters are required');
export const whole = (fallback: number, minimum: number, maximum: number) =>
  z.coerce.number({ error: 'is not a number' }).int().min(minimum).max(maximum).default(fallback);
export const memberName = (fallback: string) =>
  z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not a JSON member name')
    .default(fallback);

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not valid JSON' });
    return z.NEVER;
  }
});

export const roleMap = json
  .pipe(z.record(z.string(), z.enum(ROLES), { error: `must map group names to ${joinList(ROLES, 'or')}` }))
  .default(Object.fromEntries(ROLES.map((role) => [role, role])));

const KEY_ALGORITHMS = ['RS256', 'PS256', 'ES256'] as const;

/** Parses a private key by which the console proves itself to the identity provider, as JSON Web Key (RFC 7517). */
export const clientKey = json
  .pipe(
    z.looseObject(
      { kty: z.enum(['RSA', 'EC']), alg: z.enum(KEY_ALGORITHMS), kid: z.string().min(1), d: z.string().min(1) },
      `must be a private JSON Web Key with kty, alg (${joinList(KEY_ALGORITHMS, 'or')}), kid and d`,
    ),
  )
  .refine(isPrivateKey, 'is not a private key that can sign');

function isPrivateKey(key: JsonWebKey): boolean {
  return succeeds(() => createPrivateKey({ key, format: 'jwk' }));
}

/** Parses the certificate by which the console proves itself to the service, and those that lead to its authority. */
export const certificatePem = z
  .string()
  .refine((text) => succeeds(() => new X509Certificate(text)), 'is not a certificate in PEM')
  .optional();
export const privateKeyPem = z
  .string()
  .refine((text) => succeeds(() => createPrivateKey(text)), 'is not a private key in PEM without a passphrase')
  .optional();

function succeeds(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

// RFC 6749, 3.3.
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/** Parses scopes separated by one blank; without `openid` no id token comes. */
export const scopes = z
  .string()
  .refine((text) => text.split(' ').every((scope) => SCOPE.test(scope)), 'must be scopes such as openid profile groups')
  .refine((text) => text.split(' ').includes('openid'), 'must contain openid')
  .default('openid profile email');

/** Optional parameters of the service's list (docs/specification/service-facts.md#reads). */
const FILTERS = [
  ...(['ids', 'ref_ids', 'profile_ids', 'identity_ids', 'account_ids', 'group_ids', 'crypto_tx_hashes'] as const),
  ...(['type', 'statuses', 'secondary_statuses', 'created_at', 'updated_at', 'order', 'order_by'] as const),
] as const;
export type ListFilter = (typeof FILTERS)[number];

/** Parses names separated by commas. */
export const nameList = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  .default([]);

/** Reads the calendars of bank days that are named by the paths of their files; each is named as its file. */
export const calendarFiles = nameList.transform((paths, context): CalendarFile[] => {
  const read = paths.map((path) => readCalendarAt(path));
  const names = read.flatMap((one) => (one.ok ? [one.value.name] : []));
  const faults = [
    ...read.flatMap((one) => (one.ok ? [] : one.error)),
    ...(new Set(names).size < names.length ? ['names two files of the same name'] : []),
  ];
  if (faults.length === 0) return read.flatMap((one) => (one.ok ? [one.value] : []));
  context.addIssue({ code: 'custom', message: faults.join('; ') });
  return z.NEVER;
});

function readCalendarAt(path: string): Result<CalendarFile, string[]> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return fail([
      `${path} cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`,
    ]);
  }
  const calendar = readCalendarFile(basename(path, extname(path)), text);
  return calendar.ok ? calendar : fail(calendar.error.map((fault) => `${path}: ${fault}`));
}

export const filterNames = nameList.pipe(z.array(z.enum(FILTERS, { error: `may contain ${joinList(FILTERS)}` })));

export const waiver = nameList.pipe(
  z.array(z.enum(WAIVABLE_NAMES, { error: `may contain ${joinList(WAIVABLE_NAMES)}` })),
);

// A password or what is in a mail would be readable on the way; loopback does not reach the network, and every other
// machine must take STARTTLS (lib/server/notifications/smtp.ts).
export const smtpUrl = required.refine(
  (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '',
  'is not an smtp:// or smtps:// address',
);

export const postgresUrl = required.regex(/^postgres(?:ql)?:\/\//, 'is not a postgres:// address');

const AAGUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses the passkeys that a root allows: models of authenticators (AAGUID), and the word `device-bound`. */
export const authenticators = nameList
  .refine((names) => names.every((name) => name === 'device-bound' || AAGUID.test(name)), {
    error: 'must list models (AAGUIDs such as 08987058-cadc-4b81-b6e1-30de50dcbe96) and the word device-bound',
  })
  .transform((names) => ({
    aaguids: names.filter((name) => name !== 'device-bound'),
    isDeviceBoundOnly: names.includes('device-bound'),
  }));

/** Whether every decision must be signed with a passkey, or only those of people who have one. */
export const PROOF_MODES = ['required', 'optional'] as const;
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;

export const onOrOff = (initial: 'on' | 'off') =>
  z.enum(['on', 'off'], { error: 'must be on or off' }).default(initial);
