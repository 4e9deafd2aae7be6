import 'server-only';
import { sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { database } from '@/lib/server/database/client';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { visibleProposals, visibleRecipients, visibleTransfers } from '@/lib/server/database/visible-profiles';

/**
 * Tells whether the address book waits to be begun: as far as the reader sees, it has no entry, none is proposed, and
 * withdrawals were completed. Reads the totals of the mirror, not its transfers.
 */
export async function isBookToBegin(reader: Reader): Promise<boolean> {
  const withdrawn = joinConditions([
    sql`type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT' and status = 'COMPLETED' and transfers > 0`,
    ...visibleTransfers(reader),
  ]);
  const { rows } = await database().execute<{ isToBegin: boolean }>(sql`
    select not exists (select from ${recipients} where ${visibleRecipients(reader) ?? sql`true`})
      and not exists (
        select from ${proposals} where kind = 'recipient' and state = 'OPEN' and ${visibleProposals(reader) ?? sql`true`})
      and exists (select from mirror_totals where ${withdrawn}) as "isToBegin"`);
  return rows[0]?.isToBegin ?? false;
}
