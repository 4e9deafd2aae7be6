import 'server-only';
import { desc, sql } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import { canSeeProfile } from '@/lib/identity/reader';
import { denialReason, type Role } from '@/lib/identity/roles';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import type { ProfileRight } from '@/lib/rights/profile-rights';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { database, type Transaction } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { profileRights } from '@/lib/server/database/schema/proposals';
import { withConfirmations } from '@/lib/server/proposals/confirmations';
import { listProposals } from '@/lib/server/proposals/read';

/** Rights that are or were in force; version 0 limits nobody. */
interface RightsVersion {
  version: number;
  rights: ProfileRight[];
  /** ISO 8601; null for version 0, like the two people. */
  activeFrom: string | null;
  proposedBy: string | null;
  confirmedBy: string | null;
  comment: string | null;
}

/** The rights to profiles with their history, for the page of profiles. */
interface RightsView {
  current: RightsVersion;
  /** Earlier versions, newest first, at most 50. */
  history: RightsVersion[];
  /** Newest first; at most one is open. */
  proposals: ProposalView[];
  /** Everybody who has signed in, by label; for a person who cannot change rights, those whom rights name. */
  people: { id: string; label: string; roles: Role[] }[];
}

const MAX_VERSIONS = 50;
const NO_RIGHTS: RightsVersion = {
  version: 0,
  rights: [],
  activeFrom: null,
  proposedBy: null,
  confirmedBy: null,
  comment: null,
};

/** Reads the rights in force together with their version. */
export async function currentRights(
  selecting: Pick<Transaction, 'select'> = database(),
): Promise<Pick<RightsVersion, 'version' | 'rights'>> {
  const [row] = await selecting
    .select({ version: profileRights.version, rights: profileRights.rights })
    .from(profileRights)
    .orderBy(desc(profileRights.version))
    .limit(1);
  return row ?? NO_RIGHTS;
}

/** Tells whether a right to see is in force, so that somebody may not see every profile. */
export async function isSeeingLimited(): Promise<boolean> {
  const { rights } = await currentRights();
  return rights.some(({ may }) => may === 'see');
}

/** Reads the rights to profiles with their history, for a person who may read withdrawals. */
export async function readRights(): Promise<Result<RightsView, Denial>> {
  const person = await authorize('readWithdrawals');
  if (!person.ok) return person;
  const [[current = NO_RIGHTS, ...history], proposed, everybody] = await Promise.all([
    readVersions(),
    listProposals('profile-rights', 'profile-rights', person.value),
    database()
      .select({ id: people.id, label: personLabel(), roles: people.roles })
      .from(people)
      .orderBy(sql`lower(${people.name})`, people.id),
  ]);
  const isEditor = denialReason('changeProfileRights', person.value.roles) === undefined;
  // Whoever does not see every profile sees what concerns themselves, and no profile beyond.
  if (!isEditor && person.value.visibleProfiles !== 'all') return ok(limitTo(person.value, current));
  const written = JSON.stringify([current, history, proposed.map(({ payload }) => payload)]);
  const named = everybody.filter(({ id }) => isEditor || written.includes(id));
  return ok({ current, history, proposals: proposed, people: named });
}

function limitTo(reader: Person, current: RightsVersion): RightsView {
  const rights = current.rights
    .filter(({ who }) => who === reader.id || reader.roles.some((role) => role === who))
    .map((right) => ({ ...right, profiles: right.profiles.filter((id) => canSeeProfile(reader, id)) }));
  return {
    current: { ...current, rights, comment: null },
    history: [],
    proposals: [],
    people: [{ id: reader.id, label: reader.name, roles: [...reader.roles] }],
  };
}

async function readVersions(): Promise<RightsVersion[]> {
  const rows = await database().select().from(profileRights).orderBy(desc(profileRights.version)).limit(MAX_VERSIONS);
  const versions = (await withConfirmations(rows)).map(({ row, confirmation }) => ({
    version: row.version,
    rights: row.rights,
    activeFrom: row.activeFrom.toISOString(),
    ...confirmation,
  }));
  return rows.length < MAX_VERSIONS ? [...versions, NO_RIGHTS] : versions;
}
