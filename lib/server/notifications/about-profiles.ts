import 'server-only';
import { inArray, sql } from 'drizzle-orm';
import { canSeeProfile, type Reader } from '@/lib/identity/reader';
import { PROPOSAL_KINDS, ruleOf } from '@/lib/proposals/proposals';
import type { ProposalVisibility } from '@/lib/proposals/settings';
import type { Transaction } from '@/lib/server/database/client';
import { mirrorTransfers } from '@/lib/server/database/schema/mirror';
import { standingOrders } from '@/lib/server/database/schema/templates';
import { UUID } from '@/lib/text/uuid';

/**
 * Profiles that something is about, as lists: a person who sees one profile of each list sees it. Empty: it is about
 * none.
 */
export type ProfileLists = readonly (readonly (string | undefined)[])[];

/** Something of which no profile is known, so that only who sees all profiles sees it. */
const ONLY_FOR_ALL: ProfileLists = [[undefined]];

/** Tells whether a person sees what is about these profiles. */
export function canSeeProfiles(person: Pick<Reader, 'visibleProfiles'>, lists: ProfileLists): boolean {
  return lists.every((profiles) => profiles.some((id) => canSeeProfile(person, id)));
}

/** An entry of the audit log, as far as it says which profiles it is about. */
interface AboutEntry {
  subject: string;
  after: Readonly<Record<string, unknown>>;
}

const ORDER = 'standing-order:';

/** Gives the planned payment that an entry of the audit log is about; undefined for any other. */
export function orderIdOf(subject: string): string | undefined {
  return subject.startsWith(ORDER) ? subject.slice(ORDER.length) : undefined;
}

/**
 * Reads which profiles planned payments and proposed changes are about, as `visibleProposals` hides them. What is about
 * one request is judged by the request.
 */
export async function readProfileLists(
  transaction: Transaction,
  entries: readonly AboutEntry[],
): Promise<(entry: AboutEntry) => ProfileLists> {
  const orderIds = entries.flatMap(({ subject }) => orderIdOf(subject) ?? []).filter((id) => UUID.test(id));
  const orders =
    orderIds.length === 0
      ? []
      : await transaction
          .select({ id: standingOrders.id, profileId: sql<string>`${standingOrders.form} ->> 'profileId'` })
          .from(standingOrders)
          .where(inArray(standingOrders.id, orderIds));
  const transferIds = entries.flatMap(listTransferIds);
  const transfers =
    transferIds.length === 0
      ? []
      : await transaction
          .select({ id: mirrorTransfers.id, profileId: mirrorTransfers.profileId })
          .from(mirrorTransfers)
          .where(inArray(mirrorTransfers.id, transferIds));
  return (entry) => {
    const orderId = orderIdOf(entry.subject);
    if (orderId !== undefined) return [[orders.find(({ id }) => id === orderId)?.profileId]];
    switch (visibilityOf(entry)) {
      case 'readers-of-all':
        return ONLY_FOR_ALL;
      case 'readers-of-profiles':
        return listProfileLists(entry.after.payload);
      case 'readers-of-transfers':
        return listTransferIds(entry).map((id) => [transfers.find((one) => one.id === id)?.profileId]);
      case 'readers-of-request':
      case 'everybody':
      case undefined:
        return [];
    }
  };
}

/** Lists every list under `profiles` in a proposed change; an entry of the address book without profiles is for all. */
function listProfileLists(payload: unknown): string[][] {
  if (typeof payload !== 'object' || payload === null) return [];
  return Object.entries(payload).flatMap(([name, value]) =>
    name === 'profiles' && Array.isArray(value) && value.length > 0
      ? [value.filter((id) => typeof id === 'string')]
      : listProfileLists(value),
  );
}

/** Gives who sees the change that an entry of the audit log is about; undefined where it is about none. */
function visibilityOf({ after: { kind } }: AboutEntry): ProposalVisibility | undefined {
  const known = PROPOSAL_KINDS.find((one) => one === kind);
  return known && ruleOf(known).visibleTo;
}

function listTransferIds(entry: AboutEntry): string[] {
  const { payload } = entry.after;
  if (visibilityOf(entry) !== 'readers-of-transfers' || typeof payload !== 'object' || payload === null) return [];
  const { transferIds } = payload as { transferIds?: unknown };
  return Array.isArray(transferIds) ? transferIds.filter((id) => typeof id === 'string') : [];
}
