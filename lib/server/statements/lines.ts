import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { type StatementLine, toStatementLine } from '@/lib/statements/statement';
import { decodeRow } from '@/lib/transfers/decode-transfer';
import type { TransferRow } from '@/lib/transfers/transfer';

/** Creates the lines of a statement from stored records (JSON). */
export async function toStatementLines(_reader: Reader, records: readonly string[]): Promise<StatementLine[]> {
  return records.map((record) => toStatementLine(decodeRow(JSON.parse(record)) as TransferRow));
}
