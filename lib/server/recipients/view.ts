import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { type ProposalView, confirmDenialReason, explainOpenProposal } from '@/lib/proposals/proposals';
import { bringsAddress, entryOf, type RecipientChange, type RecipientPayload } from '@/lib/recipients/changes';
import type { PaidTo } from '@/lib/recipients/adoption';
import { keyOfEntry, type SimilarAddress, type RecipientSummary } from '@/lib/recipients/recipients';
import { fail, ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import { database } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { visibleProposals } from '@/lib/server/database/visible-profiles';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { listProposals } from '@/lib/server/proposals/read';
import { readPaidTo } from '@/lib/server/recipients/adoption/paid-to';
import { toEntry } from '@/lib/server/recipients/change';
import { findSimilarAddressesOfEach } from '@/lib/server/recipients/similar-addresses';
import { readPaymentCounts } from '@/lib/server/recipients/payment-counts';
import { selectEntries, toRecipientSummary } from '@/lib/server/recipients/read';
import { findSharedNames } from '@/lib/server/recipients/same-name';
import { UUID } from '@/lib/text/uuid';

/** Proposal for the address book, with the changes that concern the page's entry. */
export interface ChangeView extends ProposalView {
  changes: RecipientChange[];
  /** True where the recipients were paid before and are adopted. */
  isAdopted: boolean;
}

/** Entry of the address book with its history; without an entry, the proposals under its ID. */
export interface RecipientView {
  id: string;
  entry: RecipientSummary | null;
  /** Newest first; at most one is open. */
  proposals: ChangeView[];
  /**
   * Known addresses similar to those that the open proposal, or the restoration of a retired entry, would bring into
   * use, by the entry's ID.
   */
  similarAddresses: Record<string, SimilarAddress[]>;
  /** What was paid to the recipients that the open proposal adopts, by the entry's ID. */
  paid: Record<string, PaidTo>;
  person: Person;
}

/** Summary of an open proposal for the address book. */
export interface OpenProposal {
  id: string;
  subject: string;
  /** Number of changes, and the first of them. */
  count: number;
  first: RecipientChange;
  /** True where the recipients were paid before and are adopted. */
  isAdopted: boolean;
  proposedBy: string;
  proposedAt: string;
  /** Reason why the reader may not confirm the proposal; null where they may. */
  confirmDenialReason: string | null;
}

const MAX_PROPOSALS = 50;

/** Reads an entry with its history, or the proposals under an ID that has no entry yet. Takes the ID unchecked. */
export async function readRecipient(id: string): Promise<Result<RecipientView, Denial | { kind: 'not-found' }>> {
  const reader = await authorize('readRecipients');
  if (!reader.ok) return reader;
  if (!UUID.test(id)) return fail({ kind: 'not-found' });
  const [[row], proposed] = await Promise.all([
    selectEntries(reader.value).where(eq(recipients.id, id)),
    listProposals('recipient', id, reader.value),
  ]);
  // An imported entry has the import's proposal in its history.
  const imported =
    row && !proposed.some((proposal) => proposal.id === row.row.proposalId)
      ? await listProposals('recipient', await subjectOf(row.row.proposalId), reader.value)
      : [];
  const history = [...proposed, ...imported.filter((proposal) => proposal.id === row?.row.proposalId)].map((proposal) =>
    toChangeView(proposal, id),
  );
  if (!row && history.length === 0) return fail({ kind: 'not-found' });
  const open = history.find(({ state }) => state === 'OPEN');
  const [shared, paid, similarAddresses, adopted] = await Promise.all([
    findSharedNames(database(), row ? [row.row] : []),
    readPaymentCounts(reader.value, row ? [row.row.recipientKey] : []),
    // A retired entry can be restored, and with it its address.
    readSimilar(
      reader.value,
      open?.changes ??
        (row?.row.state === 'RETIRED'
          ? [{ kind: 'restore', id, before: toEntry(row.row), chosen: '', lookAlikes: [] }]
          : []),
    ),
    readPaid(reader.value, open?.isAdopted ? open.changes : []),
  ]);
  return ok({
    id,
    entry: row ? toRecipientSummary(row, { paid, shared }) : null,
    proposals: history,
    similarAddresses,
    paid: adopted,
    person: reader.value,
  });
}

/** Explains why the reader cannot propose a change of the entry now; undefined where they can. */
export function changeDenialReason({ proposals: all, person }: RecipientView): string | undefined {
  return denialReason('changeRecipients', person.roles) ?? explainOpenProposal(all);
}

/** Reads the open proposals for the address book, oldest first, at most 50. */
export async function readOpenProposals(): Promise<Result<OpenProposal[], Denial>> {
  const reader = await authorize('readRecipients');
  if (!reader.ok) return reader;
  const rows = await database()
    .select({
      id: proposals.id,
      subject: proposals.subject,
      // An import's proposal is long, and only its first change is shown.
      count: sql<number>`json_array_length(${proposals.payload}->'changes')`,
      first: sql<RecipientChange>`${proposals.payload}->'changes'->0`,
      isAdopted: sql<boolean>`${proposals.payload}->'adopted' is not null`,
      proposerId: proposals.proposedBy,
      proposedBy: personLabel(),
      proposedAt: proposals.proposedAt,
    })
    .from(proposals)
    .innerJoin(people, eq(people.id, proposals.proposedBy))
    .where(and(eq(proposals.kind, 'recipient'), eq(proposals.state, 'OPEN'), visibleProposals(reader.value)))
    .orderBy(proposals.proposedAt, proposals.id)
    .limit(MAX_PROPOSALS);
  return ok(
    rows.map(({ proposerId, proposedAt, ...row }) => ({
      ...row,
      proposedAt: proposedAt.toISOString(),
      confirmDenialReason: confirmDenialReason({ kind: 'recipient', state: 'OPEN', proposerId }, reader.value) ?? null,
    })),
  );
}

function toChangeView(proposal: ProposalView, id: string): ChangeView {
  const { changes, adopted = false } = proposal.payload as RecipientPayload;
  const own = changes.filter((change) => change.id === id);
  return { ...proposal, payload: null, changes: own.length > 0 ? own : changes, isAdopted: adopted };
}

async function readPaid(reader: Reader, changes: readonly RecipientChange[]): Promise<Record<string, PaidTo>> {
  const paid = await readPaidTo(reader, changes.map(entryOf));
  return Object.fromEntries(
    changes.flatMap((change) => {
      const found = paid.get(keyOfEntry(entryOf(change)));
      if (!found) return [];
      const { times, isAtLeast, lastAt, amounts } = found;
      return [[change.id, { times, isAtLeast, lastAt, amounts }]];
    }),
  );
}

async function subjectOf(proposalId: string): Promise<string> {
  const [found] = await database()
    .select({ subject: proposals.subject })
    .from(proposals)
    .where(eq(proposals.id, proposalId));
  return found?.subject ?? '';
}

async function readSimilar(
  reader: Reader,
  changes: readonly RecipientChange[],
): Promise<Record<string, SimilarAddress[]>> {
  const bringing = changes.filter(bringsAddress);
  const found = await findSimilarAddressesOfEach(reader, bringing.map(entryOf));
  return Object.fromEntries(bringing.map(({ id }, index) => [id, found[index] ?? []]));
}
