import { findNetwork } from '@/lib/networks/networks';
import { openAddressPool } from '@/sandbox/addresses/address-pool';
import { drawLabels } from '@/sandbox/history/draw-labels';
import { drawMovement } from '@/sandbox/history/draw-movement';
import { drawStatus } from '@/sandbox/history/draw-status';
import { openIdentities } from '@/sandbox/history/identity';
import { drawInternalMovement } from '@/sandbox/history/internal-movements';
import { openTimeline } from '@/sandbox/history/timeline';
import { customerOf } from '@/sandbox/profiles';
import { Draw, hashText, mix } from '@/sandbox/random';
import { drawTransactionHash, drawTransactionIndex } from '@/sandbox/transaction-hash';
import type { TransferRecord } from '@/sandbox/transfer';

const PROFILES = [
  'p-ops',
  'p-ops',
  'p-ops',
  'p-treasury',
  'p-treasury',
  'p-customers',
  'p-customers',
  'p-customers',
  'p-small',
] as const;
const PENDING_SHARE = 100;
const OFF_CHAIN_SECONDS = 40 * 60;

/** Transfers from before the sandbox was first started. Number 0 is the newest. */
export interface History {
  size: number;
  recordAt: (number: number) => TransferRecord;
  findById: (id: string) => TransferRecord | undefined;
  findByRefId: (refId: string) => TransferRecord | undefined;
}

/**
 * A history of `size` transfers, the newest just before `anchorMs`. Nothing is kept: every record follows from the seed,
 * the anchor and its number. Only the newest hundredth, which depends on the size, may be PENDING.
 */
export function openHistory({
  seed: seedText,
  size,
  anchorMs,
}: {
  seed: string;
  size: number;
  anchorMs: number;
}): History {
  const seed = hashText(seedText);
  const identities = openIdentities(seed);
  const createdAt = openTimeline(mix(seed, 1), anchorMs);
  const addressOf = openAddressPool(mix(seed, 2));
  const recordSeed = mix(seed, 3);
  const pairSeed = mix(seed, 4);
  const customers = new Map<string, string>(PROFILES.map((profile) => [profile, customerOf(profile)]));

  const recordAt = (number: number): TransferRecord => {
    const draw = new Draw(mix(recordSeed, number));
    const movement = drawInternalMovement(pairSeed, number, size) ?? drawMovement(draw, addressOf);
    const { type, direction, asset, amount, total, fee, network, details } = movement;
    const profile = movement.profileId ?? draw.pick(PROFILES);
    const status = drawStatus(draw, movement, number * PENDING_SHARE < size);
    // The two sides of an internal transfer are one instant.
    const created = createdAt(details.group_id === undefined ? number : number - (number % 2));
    const record: TransferRecord = {
      id: identities.idOf(number),
      customer_id: customers.get(profile) ?? '',
      profile_id: profile,
      amount,
      total,
      fee,
      asset,
      direction,
      type,
      status: status.status,
      created_at: new Date(created).toISOString(),
      updated_at: new Date(
        status.status === 'PENDING' ? created : Math.min(created + drawDuration(draw, network), anchorMs),
      ).toISOString(),
    };
    Object.assign(record, drawLabels(draw, profile, movement), status, details);
    if (hasRefId(number, record)) record.ref_id = identities.refIdOf(number);
    if (network && status.status === 'COMPLETED') {
      record.crypto_tx_hash = drawTransactionHash(network, draw);
      record.crypto_tx_index = drawTransactionIndex(network, record.destination_address ?? '', draw);
    }
    return record;
  };

  // What goes out nearly always carries a reference; what comes in does where the payer gave one.
  const hasRefId = (number: number, { direction }: TransferRecord) =>
    mix(pairSeed + 1, number) % 20 < (direction === 'DEBIT' ? 18 : 4);
  const existing = (number: number | undefined) =>
    number !== undefined && number < size ? recordAt(number) : undefined;

  return {
    size,
    recordAt,
    findById: (id) => existing(identities.numberOfId(id)),
    findByRefId: (refId) => {
      const record = existing(identities.numberOfRefId(refId));
      return record?.ref_id === refId ? record : undefined;
    },
  };
}

function drawDuration(draw: Draw, network: string | undefined): number {
  const usual = (network === undefined ? undefined : findNetwork(network)?.usualSeconds) ?? OFF_CHAIN_SECONDS;
  return Math.round(usual * 1000 * (0.5 + draw.below(1000) / 1000));
}
