import 'server-only';
import type { ProposalView } from '@/lib/proposals/proposals';
import type { Person } from '@/lib/server/auth/sessions';
import { listProposals } from '@/lib/server/proposals/read';
import { readExternalProfiles } from '@/lib/server/settings/external-profiles';

/**
 * Reads the profiles from which others may send, with the proposals to change them; null for a reader who does not see
 * every profile. The caller has authorized the reader.
 */
export async function readExternalProfilesOf(
  reader: Person,
): Promise<{ version: number; profiles: string[]; proposals: ProposalView[] } | null> {
  if (reader.visibleProfiles !== 'all') return null;
  const [current, proposals] = await Promise.all([
    readExternalProfiles(),
    listProposals('external-profiles', 'external-profiles', reader),
  ]);
  return { ...current, proposals };
}
