import 'server-only';
import { withoutValues } from '@/lib/server/observability/query-error';

/** Members that are in no line, whoever passes them: what opens something, and what is about people or business. */
const HIDDEN = new Set(
  (
    'authorization proxy-authorization cookie set-cookie token access_token id_token refresh_token client_secret secret password ' +
    'session sessionid sid nonce code_verifier database_url headers params parameters values body bytes input ' +
    'name email issuer subject address destination destination_address destinationaddress beneficiary refid ref_id reference ' +
    'memo metadata note comment amount total profile_id profileid transfer transfers query url path agent'
  )
    .split(' ')
    .map(asOneWord),
);

// However it is spelled: client_secret, clientSecret, Client-Secret.
function asOneWord(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

const DEEPEST = 4;
const LONGEST = 2_000;
const MOST = 50;

/** What a line may hold of what was passed in: hidden members and what is too deep or too long stand as such, and errors as `describeError` has them. */
export function withoutSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  return clean(fields, 0) as Record<string, unknown>;
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
  if (value instanceof Error) return describeError(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value;
  if (value instanceof Date) return value;
  if (depth >= DEEPEST) return '[too deep]';
  if (Array.isArray(value)) return value.slice(0, MOST).map((item) => clean(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MOST)
      .map(([name, member]) => [name, HIDDEN.has(asOneWord(name)) ? '[hidden]' : clean(member, depth + 1)]),
  );
}

const SAFE_CODE = /^[A-Za-z0-9_.-]{1,60}$/;

/**
 * An error as a line may hold it: what kind, what it says, where it was thrown, and what caused it. Whatever else libraries
 * attach (requests, answers, rows, parameters) stays away.
 */
export function describeError(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  // A query's, from wherever nobody made it harmless.
  const error = 'params' in thrown || 'severity' in thrown ? withoutValues(thrown) : thrown;
  const { code, digest, constraint, table } = error as Error &
    Record<'code' | 'digest' | 'constraint' | 'table', unknown>;
  const marks = Object.entries({ code, digest, constraint, table }).filter(
    ([, mark]) => typeof mark === 'string' && SAFE_CODE.test(mark),
  );
  return {
    type: error.name,
    message: error.message.slice(0, LONGEST),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n')
      .slice(0, 2 * LONGEST),
    ...Object.fromEntries(marks),
    ...(error.cause !== undefined && depth < DEEPEST && { cause: describeError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < DEEPEST && { errors: error.errors.slice(0, DEEPEST).map((each) => describeError(each, depth + 1)) }),
  };
}
