import 'server-only';
import type { NoticeKind } from '@/lib/notifications/kinds';
import type { ProposalKind } from '@/lib/proposals/proposals';
import type { AboutRequest } from '@/lib/server/notifications/about-requests';

/** What people are told of, before it is known whom. */
export interface News {
  kind: NoticeKind;
  source: string;
  path: string;
  at: Date;
  /** Who did it; they are not told. */
  actorId: string | null;
  /** The request that it is about; undefined for anything else. */
  about: AboutRequest | undefined;
  /** People whom the step itself named. */
  namedIds: readonly string[];
  /** The kind of a change that waits. */
  proposalKind: ProposalKind | undefined;
}
