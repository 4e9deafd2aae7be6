import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { database } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { listTransfersTo, toDestination } from '@/lib/server/mirror/search/to-address';
import { UUID } from '@/lib/text/uuid';
import type { TransferRow } from '@/lib/transfers/transfer';

const MAX_TRANSFERS = 10;

/**
 * Lists the latest outgoing transfers to an entry of the address book, at most ten; takes the entry's ID, unchecked.
 */
export async function listTransfersOfRecipient(recipientId: string): Promise<Result<TransferRow[], Denial>> {
  const reader = await authorize('readTransfers');
  if (!reader.ok) return reader;
  if (!UUID.test(recipientId)) return ok([]);
  const { network, address, normalAddress, memo } = recipients;
  const [entry] = await database()
    .select({ network, address, normalAddress, memo })
    .from(recipients)
    .where(and(eq(recipients.id, recipientId), visibleRecipients(reader.value)));
  return ok(entry ? await listTransfersTo(reader.value, toDestination(entry), MAX_TRANSFERS) : []);
}
