import { TRANSFER_TYPES } from '@/lib/transfers/transfer';
import type { NetworkId } from '@/lib/networks/networks';
import { generateCryptoMovement } from '@/sandbox/history/crypto-movements';
import { generateFiatMovement } from '@/sandbox/history/fiat-movements';
import type { Draw } from '@/sandbox/history/generate-units';
import type { Movement } from '@/sandbox/history/movement';
import type { TransferType } from '@/sandbox/transfer';

// Relative frequency of each type; 1 for those not named. Internal transfers are generated in pairs by
// internal-movements.ts.
const WEIGHTS: Partial<Record<TransferType, number>> = {
  CRYPTO_WITHDRAWAL: 40,
  CRYPTO_DEPOSIT: 34,
  WIRE_DEPOSIT: 5,
  WIRE_WITHDRAWAL: 4,
  BANK_DEPOSIT: 3,
  BANK_WITHDRAWAL: 3,
};

const EXTERNAL_TYPES = TRANSFER_TYPES.filter((type) => !/_TRANSFER_/.test(type)).flatMap((type) =>
  Array.from({ length: WEIGHTS[type] ?? 1 }, () => type),
) as [TransferType, ...TransferType[]];

/** Generates a movement of any type except the internal ones. */
export function generateMovement(draw: Draw, addressOf: (network: NetworkId, number: number) => string): Movement {
  const type = draw.random.pick(EXTERNAL_TYPES);
  return type === 'CRYPTO_DEPOSIT' || type === 'CRYPTO_WITHDRAWAL'
    ? generateCryptoMovement(type, draw, addressOf)
    : generateFiatMovement(type, draw);
}
