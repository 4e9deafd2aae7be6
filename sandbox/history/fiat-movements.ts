import { drawUnits } from '@/sandbox/history/draw-units';
import { writeAmounts, type Movement } from '@/sandbox/history/movement';
import { type Draw, mix, uuidFrom } from '@/sandbox/random';
import type { TransferType } from '@/sandbox/transfer';

const WIRE_FEE_CENTS = 1500n;
const FIAT_ACCOUNTS = 40;

/** A deposit or withdrawal of US dollars over one of the banking rails. Only wires cost anything. */
export function drawFiatMovement(type: TransferType, draw: Draw): Movement {
  const units = drawUnits(draw, 2, 100);
  const isDeposit = type.endsWith('_DEPOSIT');
  const direction = isDeposit ? 'CREDIT' : 'DEBIT';
  const feeUnits = type.startsWith('WIRE') && units > WIRE_FEE_CENTS ? WIRE_FEE_CENTS : 0n;
  return {
    type,
    direction,
    asset: 'USD',
    ...writeAmounts(direction, units, feeUnits, 2),
    details: isDeposit ? {} : { fiat_account_id: fiatAccount(draw.below(FIAT_ACCOUNTS)) },
  };
}

function fiatAccount(number: number): string {
  return uuidFrom(mix(number, 1), mix(number, 2), mix(number, 3), mix(number, 4));
}
