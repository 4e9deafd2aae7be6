/**
 * Replays past requests through rules that are edited or proposed: what they would have asked for, compared with the
 * policy in force. The stored facts decide, in a thread of its own, so that nobody waits for it; nothing is written.
 */
import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Denial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import type { Reader } from '@/lib/identity/reader';
import { listNamedRecipients, policyRulesSchema } from '@/lib/policy/rules';
import { type Replay, type ReplayBatch, REPLAY_PERIODS } from '@/lib/policy/replay/replay';
import type { PolicyReplay } from '@/lib/requests/contract';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import { takeTurn } from '@/lib/server/workers/turns';
import { openTextCursor } from '@/lib/server/database/query/text-cursor';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { currentPolicy } from '@/lib/server/policy/read';
import { now } from '@/lib/server/runtime/clock';
import { type ReplayThread, startReplay } from '@/lib/server/requests/policy/start-replay';

const replaySchema = z.strictObject({ rules: policyRulesSchema, period: z.enum(REPLAY_PERIODS) });

interface ReplayFailure {
  kind: 'failed';
  status: 422 | 499 | 503 | 504;
  explanation: Explanation;
}

interface ReplayOptions {
  /** Aborts when the reader has gone, such as the signal of the HTTP request. */
  signal: AbortSignal;
  timeoutMs?: number;
  start?: typeof startReplay;
}

/** Replays the requests of a period that the caller may see, for a person who may change the policy. */
export async function replayPolicy(
  input: unknown,
  { signal, timeoutMs = 60_000, start = startReplay }: ReplayOptions,
): Promise<Result<PolicyReplay, Denial | ReplayFailure>> {
  const person = await authorize('changePolicy', { limit: 'bulk' });
  if (!person.ok) return person;
  const given = replaySchema.safeParse(input);
  if (!given.success) return fail(INVALID);
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = AbortSignal.any([signal, timeout]);
  try {
    const endTurn = await takeTurn(person.value.id, ended);
    if (!endTurn) return fail(BUSY);
    try {
      return ok(await replayRequests(person.value, given.data, { signal: ended, start }));
    } finally {
      endTurn();
    }
  } catch (error) {
    if (signal.aborted) return fail(ABANDONED);
    if (timeout.aborted) return fail(TOO_SLOW);
    throw error;
  }
}

/** Replays the requests of a period that a reader may see. Ends with the thread, or throws as the signal aborts. */
export async function replayRequests(
  reader: Reader,
  { rules, period }: z.infer<typeof replaySchema>,
  { signal, start }: Required<Pick<ReplayOptions, 'signal' | 'start'>>,
): Promise<PolicyReplay> {
  const { version, rules: inForce } = await currentPolicy();
  const at = now().toISOString();
  const thread = start({ before: inForce, after: rules }, signal);
  try {
    const statement = requestsStatement(reader, period, { withRecipients: listNamedRecipients(rules).length > 0 });
    const result = await feed(reader, statement, { thread, signal });
    const ids = result.changes.flatMap(({ examples }) => examples);
    return {
      ...result,
      version,
      period,
      at,
      isPartial: reader.visibleProfiles !== 'all',
      references: await readReferences(ids),
    };
  } finally {
    await thread.end();
  }
}

/** Gives the thread all requests of the period, a batch at a time: the next is read while it works on the last. */
async function feed(
  reader: Reader,
  texts: SQL,
  { thread, signal }: { thread: ReplayThread; signal: AbortSignal },
): Promise<Replay> {
  const cursor = await openTextCursor(reader, { first: sql`select 1`, texts });
  try {
    for (;;) {
      signal.throwIfAborted();
      const batch = await cursor.next();
      if (batch.length === 0) return await thread.finish();
      await thread.add(batch.map((text): ReplayBatch[number] => [text.slice(0, ID_LENGTH), text.slice(ID_LENGTH)]));
    }
  } finally {
    await cursor.close();
  }
}

const ID_LENGTH = 36;

/**
 * Builds the statement for the newest version of each request, the latest first: its ID and its facts as one text.
 * `withRecipients` adds to the facts what is stored beside them where no rule named a recipient yet.
 */
function requestsStatement(
  reader: Reader,
  period: z.infer<typeof replaySchema>['period'],
  { withRecipients }: { withRecipients: boolean },
): SQL {
  const facts = withRecipients
    ? sql`versions.facts::jsonb || jsonb_build_object('recipient', versions.recipient_key)`
    : sql`versions.facts`;
  const since = PERIODS[period];
  return sql`select requests.id::text || (${facts})::text
    from withdrawal_requests as requests
    join request_versions as versions on versions.request_id = requests.id and versions.version = requests.version
    where ${since} and ${visibleRequests(reader, sql`versions.body`) ?? sql`true`}
    order by requests.created_at desc, requests.id desc`;
}

const PERIODS: Record<z.infer<typeof replaySchema>['period'], SQL> = {
  all: sql`true`,
  90: sql`requests.created_at >= now() - interval '90 days'`,
  // What the newest policy in force still reaches: nothing of it has left.
  waiting: sql`(requests.state = 'AWAITING_APPROVAL' and requests.expires_at > now() or requests.state = 'APPROVED' and not exists (
    select from sends where sends.request_id = requests.id and sends.state not in ('QUEUED', 'HOLD')))`,
};

// These were read for the same reader before.
async function readReferences(ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const rows = await readRows<{ id: string; ref: string }>(
    sql`select id, ref_id as ref from withdrawal_requests where id = any(${sql.param(ids)}::uuid[]) order by id`,
  );
  return Object.fromEntries(rows.map(({ id, ref }) => [id, ref]));
}

const INVALID: ReplayFailure = {
  kind: 'failed',
  status: 422,
  explanation: { title: 'The rules are not complete', detail: '', next: 'Correct the rules, then try again.' },
};
const BUSY: ReplayFailure = {
  kind: 'failed',
  status: 503,
  explanation: {
    title: 'The console is busy',
    detail: 'Other people’s files are being made.',
    next: 'Try again in a minute.',
  },
};
const TOO_SLOW: ReplayFailure = {
  kind: 'failed',
  status: 504,
  explanation: { title: 'The replay took too long', detail: '', next: 'Choose the last 90 days.' },
};
const ABANDONED: ReplayFailure = {
  kind: 'failed',
  status: 499,
  explanation: { title: 'The replay was cancelled', detail: '', next: 'Start it again.' },
};
