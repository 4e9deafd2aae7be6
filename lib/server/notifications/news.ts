import 'server-only';
import type { NoticeKind } from '@/lib/notifications/kinds';
import type { ProposalKind } from '@/lib/proposals/proposals';
import type { ProfileLists } from '@/lib/server/notifications/about-profiles';
import type { AboutRequest } from '@/lib/server/notifications/about-requests';

/**
 * A notice before its recipients are known. News with one source become one notice: of a batch, one for each item.
 */
export interface News {
  kind: NoticeKind;
  source: string;
  path: string;
  at: Date;
  /** Who did it; they are not notified. */
  actorId: string | null;
  /** The request that it is about; undefined for anything else. */
  about: AboutRequest | undefined;
  /** Profiles that anything else is about (`canSeeProfiles`); empty where it is about none. */
  profiles?: ProfileLists | undefined;
  /** People whom the step itself named. */
  namedIds: readonly string[];
  /** The kind of a change that waits. */
  proposalKind: ProposalKind | undefined;
}
