import 'server-only';
import type { Denial } from '@/lib/http/denials';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { listProposals } from '@/lib/server/proposals/read';
import { readExternalProfiles } from '@/lib/server/settings/external-profiles';

/** The profiles from which others may send, the number of that list, and the proposals to change it. */
export interface ExternalProfilesView {
  version: number;
  profiles: string[];
  proposals: ProposalView[];
}

/** Reads the profiles from which others may send; null for a reader who does not see every profile. */
export async function readExternalProfilesView(): Promise<Result<ExternalProfilesView | null, Denial>> {
  const reader = await authorize('readStatus');
  if (!reader.ok) return reader;
  if (reader.value.visibleProfiles !== 'all') return ok(null);
  const [current, proposals] = await Promise.all([
    readExternalProfiles(),
    listProposals('external-profiles', 'external-profiles', reader.value),
  ]);
  return ok({ ...current, proposals });
}
