import { type Draw, generateUnits } from '@/sandbox/history/generate-units';
import { writeAmounts, type Movement } from '@/sandbox/history/movement';
import { mix, uuidFrom } from '@/sandbox/random';
import type { TransferType } from '@/sandbox/transfer';

const WIRE_FEE_CENTS = 1500n;
const FIAT_ACCOUNTS = 40;

/** Generates a deposit or withdrawal of US dollars over one of the banking rails. Only wires have a fee. */
export function generateFiatMovement(type: TransferType, draw: Draw): Movement {
  const { random } = draw;
  const units = generateUnits(draw, 2, 100);
  const isDeposit = type.endsWith('_DEPOSIT');
  const direction = isDeposit ? 'CREDIT' : 'DEBIT';
  const feeUnits = type.startsWith('WIRE') && units > WIRE_FEE_CENTS ? WIRE_FEE_CENTS : 0n;
  return {
    type,
    direction,
    asset: 'USD',
    ...writeAmounts({ direction, units, feeUnits, decimals: 2 }),
    details: isDeposit ? {} : { fiat_account_id: fiatAccount(random.below(FIAT_ACCOUNTS)) },
  };
}

function fiatAccount(number: number): string {
  return uuidFrom(mix(number, 1), mix(number, 2), mix(number, 3), mix(number, 4));
}
