import type { Role } from '@/lib/identity/roles';
import { listIdSpellings } from '@/lib/text/uuid';

/** The profiles whose transfers and requests a person may see: all of them, or those with these IDs. */
export type VisibleProfiles = 'all' | readonly string[];

/** The person for whom data is read. Every read of transfers, requests and recipients in lib/server takes one. */
export interface Reader {
  id: string;
  name: string;
  roles: readonly Role[];
  visibleProfiles: VisibleProfiles;
  /** The replica of the database that answers what this reader browses; without one, the primary does. */
  replica?: string;
}

/**
 * Lists the spellings of the profiles that a reader may see, as records and requests may write them; undefined where
 * the reader sees all.
 */
export function listVisibleSpellings({ visibleProfiles }: Pick<Reader, 'visibleProfiles'>): string[] | undefined {
  if (visibleProfiles === 'all') return undefined;
  return [...new Set(visibleProfiles.flatMap(listIdSpellings))].toSorted();
}

/** Tells whether a person sees less than before: a profile that they saw is hidden now. */
export function hasNarrowed(before: VisibleProfiles, now: VisibleProfiles): boolean {
  if (now === 'all') return false;
  return before === 'all' || before.some((id) => !canSeeProfile({ visibleProfiles: now }, id));
}

/** Tells whether a reader may see what belongs to a profile; without a profile, only who sees all may. */
export function canSeeProfile(reader: Pick<Reader, 'visibleProfiles'>, profileId: string | undefined): boolean {
  const visible = listVisibleSpellings(reader);
  return visible === undefined || (profileId !== undefined && visible.includes(profileId));
}
