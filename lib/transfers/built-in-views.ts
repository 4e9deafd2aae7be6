import { ALL_TRANSFERS, type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

/**
 * Gives the views of transfers that everyone has. `weekStart`: the start of this week in the reader's zone (ISO 8601).
 */
export function builtInTransferViews(weekStart: string): { name: string; parameters: string }[] {
  return [
    builtIn('Pending withdrawals', { values: { status: ['PENDING'], type: ['CRYPTO_WITHDRAWAL'] } }),
    builtIn('Failed this week', { values: { status: ['FAILED'] }, ranges: { created: { from: weekStart } } }),
  ];
}

function builtIn(name: string, change: Partial<TransferQuery>) {
  return { name, parameters: writeTransferQuery({ ...ALL_TRANSFERS, ...change }).toString() };
}
