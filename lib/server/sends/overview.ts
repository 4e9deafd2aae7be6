import 'server-only';
import { asc, count, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import type { SendState, WalkReport } from '@/lib/sends/send-machine';
import { database } from '@/lib/server/database/client';
import { sends, withdrawalRequests } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { listProposals } from '@/lib/server/proposals/read';
import { readSendingState } from '@/lib/server/stop-switch/stop-switch';
import type { SendingState } from '@/lib/sends/contract';

/** A send whose outcome nobody knows, or that two people must decide on. */
export interface UnknownSend {
  requestId: string;
  refId: string;
  state: SendState;
  since: string;
}

/** How sending goes: whether it may, how many stand where, and what is in doubt. */
export interface SendsOverview {
  sending: SendingState;
  /** States in which nothing is have no entry. */
  counts: Partial<Record<SendState, number>>;
  /** Oldest first, at most 100. */
  inDoubt: UnknownSend[];
  /** What the latest walk for sends in doubt saw; null where none was needed yet. */
  lastWalk: WalkReport | null;
  /** Who asks to let sending go on, and who did before. */
  proposals: ProposalView[];
}

const MOST_IN_DOUBT = 100;

/** Whether anything is sent at the moment, for whoever may read it, and who that is. */
export async function readSending(): Promise<Result<SendingState & { personId: string }, Denial>> {
  const person = await authorize('readStatus');
  return person.ok ? ok({ ...(await readSendingState()), personId: person.value.id }) : person;
}

/** How sending goes, for whoever may read it. */
export async function readSendsOverview(): Promise<Result<SendsOverview, Denial>> {
  const person = await authorize('readStatus');
  if (!person.ok) return person;
  const [sending, rows, inDoubt, [walked], proposals] = await Promise.all([
    readSendingState(),
    database().select({ state: sends.state, rows: count() }).from(sends).groupBy(sends.state),
    readInDoubt(),
    database()
      .select({ lastWalk: sends.lastWalk })
      .from(sends)
      .where(isNotNull(sends.lastWalk))
      .orderBy(desc(sends.updatedAt))
      .limit(1),
    listProposals('release-stop', 'release-stop', person.value),
  ]);
  return ok({
    sending,
    counts: Object.fromEntries(rows.map(({ state, rows: found }) => [state, found])),
    inDoubt,
    lastWalk: (walked?.lastWalk as WalkReport | undefined) ?? null,
    proposals,
  });
}

async function readInDoubt(): Promise<UnknownSend[]> {
  const rows = await database()
    .select({ requestId: sends.requestId, refId: withdrawalRequests.refId, state: sends.state, since: sends.updatedAt })
    .from(sends)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
    .where(inArray(sends.state, ['UNKNOWN', 'HOLD']))
    .orderBy(asc(sends.updatedAt), asc(sends.requestId))
    .limit(MOST_IN_DOUBT);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}
