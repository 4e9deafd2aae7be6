import 'server-only';
import { toQueryError } from '@/lib/server/observability/query-error';

/** Fields that are redacted in every log line: credentials, and data about people, transfers and customers. */
const HIDDEN = new Set(
  (
    'authorization proxy-authorization cookie set-cookie token access_token id_token refresh_token client_secret secret password ' +
    'session sessionid sid nonce code_verifier database_url headers params parameters values body bytes input ' +
    'name email issuer subject address destination destination_address destinationaddress beneficiary refid ref_id reference ' +
    'memo metadata note comment amount total profile_id profileid transfer transfers query url path agent'
  )
    .split(' ')
    .map(normalizeName),
);

/** Gives one spelling for client_secret, clientSecret and Client-Secret. */
function normalizeName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

const MAX_DEPTH = 4;
const MAX_CHARACTERS = 2_000;
const MAX_ITEMS = 50;

/**
 * Returns a copy of log fields that is safe to write: secret fields are replaced, values that are too deep or too long
 * are cut, and errors are reduced by `describeError`.
 */
export function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redact(fields, 0) as Record<string, unknown>;
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cutText(value);
  if (value instanceof Error) return describeError(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value;
  if (value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([name, member]) => [name, HIDDEN.has(normalizeName(name)) ? '[hidden]' : redact(member, depth + 1)]),
  );
}

function cutText(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}

const SAFE_CODE = /^[A-Za-z0-9_.-]{1,60}$/;

/**
 * Reduces an error to what a log line may contain: type, message, stack, codes and causes. Drops everything else that
 * libraries attach, such as requests, answers, rows and parameters.
 */
export function describeError(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  // A raw error of drizzle or pg, from code that bypasses lib/server/database/query-redaction.ts.
  const error = 'params' in thrown || 'severity' in thrown ? toQueryError(thrown) : thrown;
  const { code, digest, constraint, table } = error as Error &
    Record<'code' | 'digest' | 'constraint' | 'table', unknown>;
  const codes = Object.entries({ code, digest, constraint, table }).filter(
    ([, text]) => typeof text === 'string' && SAFE_CODE.test(text),
  );
  return {
    type: error.name,
    message: error.message.slice(0, MAX_CHARACTERS),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n')
      .slice(0, 2 * MAX_CHARACTERS),
    ...Object.fromEntries(codes),
    ...(error.cause !== undefined && depth < MAX_DEPTH && { cause: describeError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < MAX_DEPTH && { errors: error.errors.slice(0, MAX_DEPTH).map((each) => describeError(each, depth + 1)) }),
  };
}
