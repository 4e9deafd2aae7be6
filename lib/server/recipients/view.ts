import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { type ProposalView, confirmDenialReason } from '@/lib/proposals/proposals';
import { bringsAddress, entryOf, type RecipientChange, type RecipientPayload } from '@/lib/recipients/changes';
import type { SimilarAddress, RecipientSummary } from '@/lib/recipients/recipients';
import { fail, ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import { database } from '@/lib/server/database/client';
import { people, proposals, recipients } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { listProposals } from '@/lib/server/proposals/read';
import { toEntry } from '@/lib/server/recipients/change';
import { findSimilarAddressesOfEach } from '@/lib/server/recipients/similar-addresses';
import { readPaid } from '@/lib/server/recipients/payment-counts';
import { selectEntries, toRecipientSummary } from '@/lib/server/recipients/read';
import { UUID } from '@/lib/text/uuid';

/** A change of the book that was asked for, as far as it is about what the page shows. */
export interface ChangeView extends ProposalView {
  changes: RecipientChange[];
}

/** An entry of the book, or what was asked for under its id before there is one. */
export interface RecipientView {
  id: string;
  entry: RecipientSummary | null;
  /** Newest first; at most one is open. */
  proposals: ChangeView[];
  /** What the addresses that the open one brings, or that bringing back a retired entry would, look like now, by the entry's id. */
  lookAlikes: Record<string, SimilarAddress[]>;
  person: Person;
}

/** A change of the book that waits for a second person, in short. */
export interface WaitingChange {
  id: string;
  subject: string;
  /** How many entries it is about, and the first of them. */
  count: number;
  first: RecipientChange;
  proposedBy: string;
  proposedAt: string;
  /** Why the reader may not confirm it; null where they may. */
  confirmDenialReason: string | null;
}

const MOST_WAITING = 50;

/** An entry with its history and its requests, or what was asked for under an id; unchecked. */
export async function readRecipient(id: string): Promise<Result<RecipientView, Denial | { kind: 'not-found' }>> {
  const reader = await authorize('readRecipients');
  if (!reader.ok) return reader;
  if (!UUID.test(id)) return fail({ kind: 'not-found' });
  const [[row], asked] = await Promise.all([
    selectEntries().where(eq(recipients.id, id)),
    listProposals('recipient', id, reader.value),
  ]);
  // What a sheet added has the sheet's change in its history.
  const brought =
    row && !asked.some((proposal) => proposal.id === row.row.proposalId)
      ? await listProposals('recipient', await subjectOf(row.row.proposalId), reader.value)
      : [];
  const history = [...asked, ...brought.filter((proposal) => proposal.id === row?.row.proposalId)].map((proposal) =>
    toChangeView(proposal, id),
  );
  if (!row && history.length === 0) return fail({ kind: 'not-found' });
  const open = history.find(({ state }) => state === 'OPEN');
  const [paid, lookAlikes] = await Promise.all([
    readPaid(row ? [row.row.recipientKey] : []),
    // A retired entry can be brought back, and with it its address.
    readAlike(
      open?.changes ??
        (row?.row.state === 'RETIRED'
          ? [{ kind: 'restore', id, before: toEntry(row.row), chosen: '', lookAlikes: [] }]
          : []),
    ),
  ]);
  return ok({
    id,
    entry: row ? toRecipientSummary(row, paid) : null,
    proposals: history,
    lookAlikes,
    person: reader.value,
  });
}

/** Why the reader cannot ask for a change of the entry now, in words; undefined where they can. */
export function changeDenialReason({ proposals: asked, person }: RecipientView): string | undefined {
  const open = asked.find(({ state }) => state === 'OPEN');
  return (
    denialReason('changeRecipients', person.roles) ??
    (open && `${open.proposedBy} has asked for a change, which must be decided first.`)
  );
}

/** Changes of the book that wait for a second person, oldest first, at most 50. */
export async function readWaitingChanges(): Promise<Result<WaitingChange[], Denial>> {
  const reader = await authorize('readRecipients');
  if (!reader.ok) return reader;
  const rows = await database()
    .select({
      id: proposals.id,
      subject: proposals.subject,
      // A sheet's change is long, and only its beginning is shown.
      count: sql<number>`json_array_length(${proposals.payload}->'changes')`,
      first: sql<RecipientChange>`${proposals.payload}->'changes'->0`,
      proposerId: proposals.proposedBy,
      proposedBy: people.name,
      proposedAt: proposals.proposedAt,
    })
    .from(proposals)
    .innerJoin(people, eq(people.id, proposals.proposedBy))
    .where(and(eq(proposals.kind, 'recipient'), eq(proposals.state, 'OPEN')))
    .orderBy(proposals.proposedAt, proposals.id)
    .limit(MOST_WAITING);
  return ok(
    rows.map(({ proposerId, proposedAt, ...row }) => ({
      ...row,
      proposedAt: proposedAt.toISOString(),
      confirmDenialReason: confirmDenialReason({ kind: 'recipient', state: 'OPEN', proposerId }, reader.value) ?? null,
    })),
  );
}

function toChangeView(proposal: ProposalView, id: string): ChangeView {
  const { changes } = proposal.payload as RecipientPayload;
  const own = changes.filter((change) => change.id === id);
  return { ...proposal, payload: null, changes: own.length > 0 ? own : changes };
}

async function subjectOf(proposalId: string): Promise<string> {
  const [found] = await database()
    .select({ subject: proposals.subject })
    .from(proposals)
    .where(eq(proposals.id, proposalId));
  return found?.subject ?? '';
}

async function readAlike(changes: readonly RecipientChange[]): Promise<Record<string, SimilarAddress[]>> {
  const bringing = changes.filter(bringsAddress);
  const found = await findSimilarAddressesOfEach(bringing.map(entryOf));
  return Object.fromEntries(bringing.map(({ id }, index) => [id, found[index] ?? []]));
}
