import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { denialReason } from '@/lib/identity/roles';
import type { ApprovalSetup } from '@/lib/policy/analysis/shortages';
import { readCandidates } from '@/lib/server/approver-groups/members';
import { database } from '@/lib/server/database/client';
import { currentGroups } from '@/lib/server/group-list/current';
import { readKnownInputs } from '@/lib/server/policy/known-inputs';
import { currentPolicy } from '@/lib/server/policy/read';
import { currentRights } from '@/lib/server/rights/read';

/**
 * Reads the rules, rights and groups in force with the people whom they are about, for a page whose reader may change
 * them: an editor or a proposal replaces its own part (`listShortages`). Undefined for other readers.
 */
export async function readApprovalSetup(reader: Reader): Promise<ApprovalSetup | undefined> {
  if (denialReason('changePolicy', reader.roles) !== undefined) return undefined;
  const [{ rules }, { rights }, { groups }, { profiles }] = await Promise.all([
    currentPolicy(),
    currentRights(),
    currentGroups(),
    readKnownInputs(reader),
  ]);
  const people = await readCandidates(
    database(),
    groups.map(({ name }) => name),
  );
  return { rules, rights, groups, people, profiles };
}
