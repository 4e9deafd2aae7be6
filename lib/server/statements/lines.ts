import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { addRecipients } from '@/lib/server/recipients/names';
import { type StatementLine, toStatementLine } from '@/lib/statements/statement';
import { decodeRow } from '@/lib/transfers/decode-transfer';
import type { TransferRow } from '@/lib/transfers/transfer';

/** Creates the lines of a statement from stored records (JSON), with the names that the address book has. */
export async function toStatementLines(reader: Reader, records: readonly string[]): Promise<StatementLine[]> {
  const transfers = records.map((record) => decodeRow(JSON.parse(record)) as TransferRow);
  return (await addRecipients(reader, transfers)).map(toStatementLine);
}
