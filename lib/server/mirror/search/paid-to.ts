import 'server-only';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { addAmounts } from '@/lib/money/amounts';
import { findNetwork } from '@/lib/networks/networks';
import { identifyAddress } from '@/lib/recipients/recipients';
import type { PaidSum, PaidToAddress } from '@/lib/search/found';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { readRows } from '@/lib/server/database/query/reader-pool';

// The shortest address of a documented network has 26 characters, the longest about 100.
const MIN_ADDRESS_LENGTH = 20;
const MAX_ADDRESS_LENGTH = 150;
// More are counted by the list, whose totals are kept up to date.
const MAX_ROWS = 10_000;

interface PaidRow {
  network: string;
  address: string;
  asset: string;
  status: string;
  transfers: number;
  /** Null where no record of the group has a readable amount. */
  amount: string | null;
}

/**
 * Sums the outgoing transfers to an address on every network, in any spelling that means the same address: amounts per
 * asset, completed and pending apart. Null where the text is no address, or nothing was ever sent there. The signal
 * cancels the read, down to the database.
 */
export async function readPaidTo(reader: Reader, typed: string, signal?: AbortSignal): Promise<PaidToAddress | null> {
  const address = sanitizeText(typed).replaceAll(/\s/gu, '');
  if (address.length < MIN_ADDRESS_LENGTH || address.length > MAX_ADDRESS_LENGTH) return null;
  // Bitcoin Cash addresses are written with and without their prefix.
  const bare = address.toLowerCase().replace(/^bitcoincash:/, '');
  const rows = await readRows<PaidRow>(
    sql`select network, address, asset, status, count(*)::int as transfers, trim_scale(sum(amount))::text as amount
      from (
        select network, left(record ->> 'destination_address', 200) as address, asset, status, amount
        from mirror_transfers
        where ${joinConditions([
          sql`address_key in (${bare}, ${`bitcoincash:${bare}`})`,
          // An incoming transfer to this address would be a deposit of the desk itself.
          sql`direction = 'DEBIT'`,
          ...visibleTransfers(reader),
        ])}
        limit ${MAX_ROWS + 1}
      ) as paid group by 1, 2, 3, 4 order by 3`,
    signal,
  );
  const paid = rows.filter((row) => isSameAddress(row, address));
  const transfers = countOf(paid);
  if (transfers === 0) return null;
  const of = (...statuses: string[]) => sumOf(paid.filter(({ status }) => statuses.includes(status)));
  const [completed, pending] = [of('COMPLETED'), of('PENDING')];
  return {
    address,
    isPartial: countOf(rows) > MAX_ROWS,
    completed,
    pending,
    failed: of('FAILED').transfers,
    other: transfers - completed.transfers - pending.transfers - of('FAILED').transfers,
  };
}

// The search key is in lower case, which for base58 may be another address.
function isSameAddress(row: Pick<PaidRow, 'network' | 'address'>, address: string): boolean {
  const network = findNetwork(row.network) ?? { id: row.network, label: row.network };
  const normal = (text: string) => identifyAddress(network, text).normal.replace(/^bitcoincash:/, '');
  return normal(row.address) === normal(address);
}

function countOf(rows: readonly PaidRow[]): number {
  return rows.reduce((sum, { transfers }) => sum + transfers, 0);
}

function sumOf(rows: readonly PaidRow[]): PaidSum {
  const amounts = new Map<string, string>();
  for (const { asset, amount } of rows)
    if (amount !== null) amounts.set(asset, addAmounts(amounts.get(asset) ?? '0', amount));
  return { transfers: countOf(rows), amounts: [...amounts].map(([asset, amount]) => ({ asset, amount })) };
}
