import { addAmounts } from '@/lib/money/amounts';
import type { Fault } from '@/sandbox/faults/fault';

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Returns a record with one error in it, or the same record if the fault does not concern records. */
export function alterRecord(fault: Fault, record: Record<string, unknown>): Record<string, unknown> {
  if (fault.kind === 'unknown-enums')
    return { ...record, type: 'LIGHTNING_WITHDRAWAL', status: 'UNDER_REVIEW', crypto_network: 'AVALANCHE' };
  if (fault.kind === 'nil-uuids')
    return { ...record, identity_id: NIL_UUID, account_id: NIL_UUID, group_id: NIL_UUID, fiat_account_id: NIL_UUID };
  if (fault.kind === 'wrong-ref-id') return { ...record, ref_id: 'a-reference-of-someone-else' };
  if (fault.kind === 'wrong-amount') return { ...record, amount: addAmounts(String(record.amount), '1') };
  if (fault.kind === 'missing-fields')
    return Object.fromEntries(Object.entries(record).filter(([name]) => !fault.fields.includes(name)));
  return record;
}
