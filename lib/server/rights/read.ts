import 'server-only';
import { sql } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import { canSeeProfile } from '@/lib/identity/reader';
import { denialReason, type Role } from '@/lib/identity/roles';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { compareRights, type ProfileRight, profileRightsSchema } from '@/lib/rights/profile-rights';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { database } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { listProposals } from '@/lib/server/proposals/read';
import { readSetting, readSettingVersions, type Setting, type SettingVersion } from '@/lib/server/settings/versions';
import { areKnown } from '@/lib/server/people/list-people';
import { changeOf } from '@/lib/server/proposals/change-setting';
import { UUID } from '@/lib/text/uuid';

/** Rights that are or were in force; version 0 limits nobody. */
interface RightsVersion extends Omit<SettingVersion<ProfileRight[]>, 'value'> {
  rights: ProfileRight[];
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

/** Who may use which profiles, which two administrators change. */
const PROFILE_RIGHTS: Setting<ProfileRight[]> = {
  kind: 'profile-rights',
  schema: profileRightsSchema,
  initial: [],
};

/** Reads the rights in force together with their version. */
export async function currentRights(): Promise<Pick<RightsVersion, 'version' | 'rights'>> {
  const { version, value } = await readSetting(PROFILE_RIGHTS);
  return { version, rights: value };
}

/** Tells whether a right to see is in force, so that there may be people who do not see every profile. */
export async function isSeeingLimited(): Promise<boolean> {
  const { rights } = await currentRights();
  return rights.some(({ may }) => may === 'see');
}

/** Reads the rights to profiles with their history, for a person who may read withdrawals. */
export async function readRights(): Promise<Result<RightsView, Denial>> {
  const person = await authorize('readWithdrawals');
  if (!person.ok) return person;
  const [[current, ...history], proposed, everybody] = await Promise.all([
    readSettingVersions(PROFILE_RIGHTS, ({ value, ...version }) => ({ ...version, rights: value })),
    listProposals('profile-rights', 'profile-rights', person.value),
    database()
      .select({ id: people.id, label: personLabel(), roles: people.roles })
      .from(people)
      .orderBy(sql`lower(${people.name})`, people.id),
  ]);
  const isEditor = denialReason('changeProfileRights', person.value.roles) === undefined;
  // A person who does not see every profile sees what concerns themselves, and no profile beyond.
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

/** Replaces the rights to profiles, unless another version came into force since the proposal was written. */
export const profileRightsChange = changeOf<ProfileRight[]>(PROFILE_RIGHTS, {
  isSame: (before, after) => compareRights(before, after).length === 0,
  same: 'The proposed rights are the same as those in force.',
  outdated: () => 'The rights to profiles have changed since this change was proposed. Propose the change again.',
  findFault: async (rights, selecting) =>
    (await areKnown(
      rights.map(({ who }) => who).filter((who) => UUID.test(who)),
      selecting,
    ))
      ? undefined
      : 'A right names a person who has never signed in. Choose a person from the list.',
});
