import type { Movement } from '@/sandbox/history/movement';
import type { SeededRandom } from '@/sandbox/random';
import type { TransferRecord } from '@/sandbox/transfer';

type Status = Pick<TransferRecord, 'status' | 'secondary_status' | 'status_details'>;

const PENDING_REASONS = [
  { name: 'TRAVEL_RULE_INFO_REQUESTED', detail: 'Information about the beneficiary is needed.' },
  { name: 'PENDING_CUSTOMER_APPROVAL', detail: 'The customer has not yet approved this transfer.' },
] as const satisfies readonly TransferRecord['secondary_status'][];

const REJECTION_REASONS = [
  { name: 'TRAVEL_RULE_REJECTED', detail: 'The beneficiary information was not accepted.' },
  { name: 'CUSTOMER_REJECTED', detail: 'The customer did not approve this transfer.' },
] as const satisfies readonly TransferRecord['secondary_status'][];

/** Reasons for a failed crypto transfer, as in `status_details` (docs/specification/service-facts.md#fields). */
export const FAILURE_DETAILS = {
  missing_trustline: { message: 'The destination account has no trustline for this asset.' },
  invalid_destination_address: { message: 'The destination address cannot receive this asset.' },
  max_rent_exceeded: { message: 'Opening the destination account costs more than allowed.' },
  stale_fee_quote: { message: 'The fee quote was no longer valid when the transfer was sent.' },
} as const satisfies NonNullable<TransferRecord['status_details']>;

/** Generates the status of a transfer. Both sides of an internal one are COMPLETED; `mayBePending` allows PENDING. */
export function generateStatus(random: SeededRandom, movement: Movement, mayBePending: boolean): Status {
  if (movement.details.group_id !== undefined) return { status: 'COMPLETED' };
  if (mayBePending && random.below(5) < 2)
    return random.oneIn(3)
      ? { status: 'PENDING', secondary_status: random.pick(PENDING_REASONS) }
      : { status: 'PENDING' };
  if (!random.oneIn(33)) return { status: 'COMPLETED' };
  const failure = movement.network === undefined ? undefined : failureOn(movement.network, random);
  if (failure !== undefined) return { status: 'FAILED', status_details: { [failure]: FAILURE_DETAILS[failure] } };
  return random.oneIn(2)
    ? { status: 'FAILED', secondary_status: random.pick(REJECTION_REASONS) }
    : { status: 'FAILED' };
}

function failureOn(network: string, random: SeededRandom): keyof typeof FAILURE_DETAILS | undefined {
  if (network === 'STELLAR') return 'missing_trustline';
  if (network === 'SOLANA' && random.oneIn(2)) return 'max_rent_exceeded';
  return random.pick(['invalid_destination_address', 'stale_fee_quote', undefined]);
}
