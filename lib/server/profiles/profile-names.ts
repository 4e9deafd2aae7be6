import 'server-only';
import { desc } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import { canSeeProfile, type Reader } from '@/lib/identity/reader';
import { findProfileName, indexProfileNames, type ProfileName } from '@/lib/profiles/find-name';
import { sortProfileNames } from '@/lib/profiles/profile-names';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { database, type Transaction } from '@/lib/server/database/client';
import { profileNames } from '@/lib/server/database/schema/proposals';
import { readSeenProfiles, type SeenProfile } from '@/lib/server/profiles/seen-profiles';
import { withConfirmations } from '@/lib/server/proposals/confirmations';
import { listProposals } from '@/lib/server/proposals/read';

/** Names of profiles that are or were in force; version 0 has none. */
export interface ProfileNamesVersion {
  version: number;
  profiles: ProfileName[];
  /** ISO 8601; null for version 0, like the two people. */
  activeFrom: string | null;
  proposedBy: string | null;
  confirmedBy: string | null;
  comment: string | null;
}

/** Data of the page of profiles. */
export interface ProfilesView {
  current: ProfileNamesVersion;
  /** Earlier versions, newest first, at most 50. */
  history: ProfileNamesVersion[];
  /** Newest first; at most one is open. */
  proposals: ProposalView[];
  /** Profiles of transfers and requests, the most used first. */
  seen: SeenProfile[];
}

const MAX_VERSIONS = 50;
const NO_NAMES: ProfileNamesVersion = {
  version: 0,
  profiles: [],
  activeFrom: null,
  proposedBy: null,
  confirmedBy: null,
  comment: null,
};

/** Reads the named profiles that a reader may see, by name. */
export async function readProfileNames(reader: Reader): Promise<ProfileName[]> {
  const { profiles } = await currentProfileNames();
  return sortProfileNames(profiles.filter(({ id }) => canSeeProfile(reader, id)));
}

/** Reads the name of one profile, in any spelling of its ID; undefined for one without a name. */
export async function readProfileName(reader: Reader, id: string): Promise<string | undefined> {
  return findProfileName(indexProfileNames(await readProfileNames(reader)), id);
}

/** Reads the names in force together with their version. For changes, which concern all profiles. */
export async function currentProfileNames(
  selecting: Pick<Transaction, 'select'> = database(),
): Promise<Pick<ProfileNamesVersion, 'version' | 'profiles'>> {
  const [row] = await selecting
    .select({ version: profileNames.version, profiles: profileNames.names })
    .from(profileNames)
    .orderBy(desc(profileNames.version))
    .limit(1);
  return row ?? NO_NAMES;
}

/** Reads the named and the seen profiles with the history of names, for a person who may read withdrawals. */
export async function readProfiles(): Promise<Result<ProfilesView, Denial>> {
  const person = await authorize('readWithdrawals');
  if (!person.ok) return person;
  const reader = person.value;
  const [[current = NO_NAMES, ...history], proposed, seen] = await Promise.all([
    readVersions(reader),
    listProposals('profile-names', 'profile-names', reader),
    readSeenProfiles(reader),
  ]);
  return ok({ current, history, proposals: proposed, seen });
}

async function readVersions(reader: Reader): Promise<ProfileNamesVersion[]> {
  const rows = await database().select().from(profileNames).orderBy(desc(profileNames.version)).limit(MAX_VERSIONS);
  const versions = (await withConfirmations(rows)).map(({ row, confirmation }) => ({
    version: row.version,
    profiles: row.names.filter(({ id }) => canSeeProfile(reader, id)),
    activeFrom: row.activeFrom.toISOString(),
    ...confirmation,
    // A comment may name any profile.
    ...(reader.visibleProfiles !== 'all' && { comment: null }),
  }));
  return rows.length < MAX_VERSIONS ? [...versions, NO_NAMES] : versions;
}
