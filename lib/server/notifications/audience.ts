import 'server-only';
import { sql } from 'drizzle-orm';
import type { VisibleProfiles } from '@/lib/identity/reader';
import { listVisibleProfiles, mayUseProfile, type ProfileRight } from '@/lib/rights/profile-rights';
import { type Capability, denialReason, type Role } from '@/lib/identity/roles';
import { NOTICE_KINDS, type NoticeMode } from '@/lib/notifications/kinds';
import type { NoticeHours } from '@/lib/notifications/schedule';
import { canFillPlace } from '@/lib/approver-groups/needs';
import { decidingRoles } from '@/lib/policy/rules';
import { needsOf } from '@/lib/requests/decisions';
import { confirmCapabilityOf } from '@/lib/proposals/proposals';
import type { Transaction } from '@/lib/server/database/client';
import { canSeeProfiles } from '@/lib/server/notifications/about-profiles';
import type { News } from '@/lib/server/notifications/news';

/** A person who can be notified. */
export interface Addressee {
  id: string;
  roles: Role[];
  /** Groups of approvers that the person is in. */
  groups: string[];
  /** True for a person of the company's directory who has not signed in yet, which gives roles. */
  isAwaited: boolean;
  visibleProfiles: VisibleProfiles;
  /** The rights to profiles of everybody. */
  rights: readonly ProfileRight[];
  email: string | null;
  modes: ReadonlyMap<string, NoticeMode>;
  hours: NoticeHours | null;
  /** Who decides for the person now, by role. */
  delegates: { id: string; roles: Role[]; role: string }[];
}

// Longer away than any leave: a person who left the company does not learn what the desk does.
const AWAY_DAYS = 60;

/**
 * Lists everybody who has signed in during the last sixty days and is not suspended, and members of groups who have not
 * signed in yet.
 */
export async function listAddressees(transaction: Transaction): Promise<Addressee[]> {
  const { rows } = await transaction.execute<{
    id: string;
    roles: Role[];
    groups: string[];
    isAwaited: boolean;
    email: string | null;
    modes: Record<string, NoticeMode> | null;
    hours: NoticeHours | null;
    delegates: Addressee['delegates'] | null;
    rights: ProfileRight[] | null;
  }>(sql`
    select id, roles, approver_groups_of(id) as groups, email, last.at is null as "isAwaited",
      (select json_object_agg(kind, mode) from notice_preferences where person_id = people.id) as modes,
      (select json_build_object('timeZone', time_zone, 'quietFrom', quiet_from, 'quietUntil', quiet_until)
        from notice_hours where person_id = people.id) as hours,
      (select setting_in_force('profile-rights')) as rights,
      (select json_agg(json_build_object('id', delegate_id, 'role', role, 'roles', delegate.roles))
        from delegations join people delegate on delegate.id = delegate_id
        where delegator_id = people.id and ended_at is null and starts_at <= now() and ends_at > now()) as delegates
    from people cross join lateral (select max(at) as at from sign_ins where person_id = people.id) as last
    where not is_suspended(id) and (
      cardinality(roles) > 0 and last.at > now() - make_interval(days => ${AWAY_DAYS})
      or last.at is null and cardinality(approver_groups_of(id)) > 0)`);
  return rows.map(({ modes, delegates, rights, ...row }) => ({
    ...row,
    visibleProfiles: listVisibleProfiles(rights ?? [], row),
    rights: rights ?? [],
    modes: new Map(Object.entries(modes ?? {})),
    delegates: delegates ?? [],
  }));
}

type Told = Omit<News, 'path' | 'source' | 'at'>;

/** Finds who is notified of news: never the person who did it, nor anyone who does not see the profile it is about. */
export function findAudience(news: Told, addressees: readonly Addressee[]): Addressee[] {
  return addressees.filter(
    (person) => person.id !== news.actorId && isVisibleTo(person, news) && isConcerned(person, news),
  );
}

/** Tells whether a person sees the profiles that news are about. */
export function isVisibleTo(
  person: Pick<Addressee, 'visibleProfiles'>,
  { about, profiles }: Pick<News, 'about' | 'profiles'>,
): boolean {
  return canSeeProfiles(person, about === undefined ? (profiles ?? []) : [[about.profileId]]);
}

function isConcerned(person: Addressee, { kind, about, profiles, proposalKind, namedIds }: Told): boolean {
  const { id, roles } = person;
  const can = (capability: Capability) => denialReason(capability, roles) === undefined;
  const { audience } = NOTICE_KINDS[kind];
  if (typeof audience === 'object')
    return audience.everybodyWho.some(can) || (audience.andRequester === true && about?.requesterId === id);
  switch (audience) {
    case 'confirmers':
      return proposalKind !== undefined && can(confirmCapabilityOf(proposalKind));
    case 'named':
    case 'self':
      return namedIds.includes(id);
    case 'requester':
      return about?.requesterId === id;
    case 'requester-and-watchers':
      return about !== undefined && (about.requesterId === id || about.watcherIds.includes(id));
    case 'target':
      return false;
    case 'order-approvers':
      return decidingRoles(roles).some((role) =>
        mayDecide(person.rights, person, { role, profileId: profiles?.[0]?.[0] }),
      );
    case 'deciders':
    case 'deciders-and-requester':
      return (
        about !== undefined &&
        about.state === 'AWAITING_APPROVAL' &&
        (isDecider(person, about) || (audience === 'deciders-and-requester' && about.requesterId === id))
      );
  }
}

/**
 * Tells whether a person is one of those who may decide on a request and have not yet. A delegator is not notified of
 * what waits for the delegate; of what the delegate may not decide on, they are.
 */
function isDecider(
  { id, roles, groups, isAwaited, rights, delegates }: Addressee,
  about: NonNullable<News['about']>,
): boolean {
  const { requesterId, requiredRole: role, voterIds, profileId } = about;
  if (!canFillPlace(needsOf(about), groups)) return false;
  // Their first sign-in says whether they have the role; the group says that they are expected to.
  if (isAwaited) return needsOf(about).groups.some(({ group }) => groups.includes(group));
  const isOpenTo = (person: { id: string; roles: Role[] }) =>
    person.id !== requesterId && !voterIds.includes(person.id) && mayDecide(rights, person, { role, profileId });
  const isDelegated = delegates.some((delegate) => delegate.role === role && isOpenTo(delegate));
  return roles.includes(role) && isOpenTo({ id, roles }) && !isDelegated;
}

function mayDecide(
  rights: readonly ProfileRight[],
  holder: { id: string; roles: Role[] },
  of: { role: Role; profileId: string | undefined },
): boolean {
  return mayUseProfile(rights, holder, { may: 'approve', ...of });
}
