import { sql } from 'drizzle-orm';
import type { ProfileRight } from '@/lib/rights/profile-rights';
import { withoutTriggers } from '@/scripts/testing/without-triggers';

/** Puts rights to profiles in force, in place of those before, as two administrators would. */
export async function putRightsInForce(rights: readonly ProfileRight[]): Promise<void> {
  await withoutTriggers((transaction) =>
    transaction.execute(sql`
      insert into profile_rights (version, rights)
      select coalesce(max(version), 0) + 1, ${JSON.stringify(rights)}::json from profile_rights`),
  );
}
