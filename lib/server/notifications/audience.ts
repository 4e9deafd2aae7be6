import 'server-only';
import { sql } from 'drizzle-orm';
import { canSeeProfile, type VisibleProfiles } from '@/lib/identity/reader';
import { listVisibleProfiles, type ProfileRight } from '@/lib/rights/profile-rights';
import { type Capability, denialReason, type Role } from '@/lib/identity/roles';
import { NOTICE_KINDS, type NoticeKind, type NoticeMode } from '@/lib/notifications/kinds';
import type { NoticeHours } from '@/lib/notifications/schedule';
import { canFillPlace } from '@/lib/approver-groups/needs';
import { needsOf } from '@/lib/requests/decisions';
import { confirmCapabilityOf } from '@/lib/proposals/proposals';
import type { Transaction } from '@/lib/server/database/client';
import type { News } from '@/lib/server/notifications/news';

/** Somebody who can be told. */
export interface Addressee {
  id: string;
  roles: Role[];
  /** Groups of approvers that the person is in. */
  groups: string[];
  visibleProfiles: VisibleProfiles;
  email: string | null;
  modes: ReadonlyMap<string, NoticeMode>;
  hours: NoticeHours | null;
  /** Who decides for the person now, by role. */
  delegates: { id: string; role: string }[];
}

// Longer away than any leave: whoever left the company is not told what the desk does.
const AWAY_DAYS = 60;

/** Lists everybody who has signed in during the last sixty days and is not suspended. */
export async function listAddressees(transaction: Transaction): Promise<Addressee[]> {
  const { rows } = await transaction.execute<{
    id: string;
    roles: Role[];
    groups: string[];
    email: string | null;
    modes: Record<string, NoticeMode> | null;
    hours: NoticeHours | null;
    delegates: Addressee['delegates'] | null;
    rights: ProfileRight[] | null;
  }>(sql`
    select id, roles, approver_groups_of(id) as groups, email,
      (select json_object_agg(kind, mode) from notice_preferences where person_id = people.id) as modes,
      (select json_build_object('timeZone', time_zone, 'quietFrom', quiet_from, 'quietUntil', quiet_until)
        from notice_hours where person_id = people.id) as hours,
      (select rights from profile_rights order by version desc limit 1) as rights,
      (select json_agg(json_build_object('id', delegate_id, 'role', role)) from delegations
        where delegator_id = people.id and ended_at is null and starts_at <= now() and ends_at > now()) as delegates
    from people
    where cardinality(roles) > 0 and not is_suspended(id)
      and exists (select 1 from sign_ins where person_id = people.id and at > now() - make_interval(days => ${AWAY_DAYS}))`);
  return rows.map(({ modes, delegates, rights, ...row }) => ({
    ...row,
    visibleProfiles: listVisibleProfiles(rights ?? [], row),
    modes: new Map(Object.entries(modes ?? {})),
    delegates: delegates ?? [],
  }));
}

/** Finds who is told of news: never the person who did it, nor somebody who does not see the profile that it is about. */
export function findAudience(
  news: Omit<News, 'path' | 'source' | 'at'>,
  addressees: readonly Addressee[],
): Addressee[] {
  const { about, actorId } = news;
  const isVisibleTo = (person: Addressee) => about === undefined || canSeeProfile(person, about.profileId);
  return addressees.filter((person) => person.id !== actorId && isVisibleTo(person) && isConcerned(person, news));
}

function isConcerned(
  { id, roles, groups, delegates }: Addressee,
  { kind, about, proposalKind, namedIds }: Omit<News, 'path' | 'source' | 'at'>,
): boolean {
  const can = (capability: Capability) => denialReason(capability, roles) === undefined;
  const { audience } = NOTICE_KINDS[kind];
  if (typeof audience === 'object')
    return audience.everybodyWho.some(can) || (audience.andRequester === true && about?.requesterId === id);
  switch (audience) {
    case 'confirmers':
      return proposalKind !== undefined && can(confirmCapabilityOf(proposalKind));
    case 'named':
      return namedIds.includes(id);
    case 'requester':
      return about?.requesterId === id || (WATCHED.has(kind) && (about?.watcherIds.includes(id) ?? false));
    case 'deciders':
    case 'deciders-and-requester':
      return (
        about !== undefined &&
        about.state === 'AWAITING_APPROVAL' &&
        (isDecider({ id, roles, groups, delegates }, about) ||
          (audience === 'deciders-and-requester' && about.requesterId === id))
      );
  }
}

/**
 * Tells whether a person is one of those who may decide on a request and have not yet. Whoever lets somebody decide for
 * them is not told of what waits for the delegate.
 */
function isDecider(
  { id, roles, groups, delegates }: Pick<Addressee, 'id' | 'roles' | 'groups' | 'delegates'>,
  about: NonNullable<News['about']>,
): boolean {
  const { requesterId, requiredRole, voterIds } = about;
  if (!canFillPlace(needsOf(about), groups)) return false;
  const isOpenTo = (personId: string) => personId !== requesterId && !voterIds.includes(personId);
  const isDelegated = delegates.some((delegate) => delegate.role === requiredRole && isOpenTo(delegate.id));
  return roles.includes(requiredRole) && isOpenTo(id) && !isDelegated;
}

/** Kinds that tell those who watch a withdrawal how it goes and ends. */
const WATCHED: ReadonlySet<NoticeKind> = new Set([
  'transfer-completed',
  'transfer-failed',
  'transfer-delayed',
  'transfer-held',
  'send-declined',
]);
