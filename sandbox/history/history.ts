import { findNetwork } from '@/lib/networks/networks';
import { createAddressPool } from '@/sandbox/addresses/address-pool';
import { generateLabels } from '@/sandbox/history/generate-labels';
import { generateMovement } from '@/sandbox/history/generate-movement';
import { generateStatus } from '@/sandbox/history/generate-status';
import { createTransferIds } from '@/sandbox/history/transfer-ids';
import { type Magnitudes, OF_A_DESK } from '@/sandbox/history/generate-units';
import { generateInternalMovement } from '@/sandbox/history/internal-movements';
import { createTimeline } from '@/sandbox/history/timeline';
import { writeTime } from '@/sandbox/history/write-time';
import { customerOf } from '@/sandbox/profiles';
import { SeededRandom, hashText, mix } from '@/sandbox/random';
import { generateTransactionHash, generateTransactionIndex } from '@/sandbox/transaction-hash';
import type { Direction, TransferRecord } from '@/sandbox/transfer';

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

/** Transfers from before the sandbox first started. Number 0 is the newest. */
export interface History {
  size: number;
  recordAt: (number: number) => TransferRecord;
  findById: (id: string) => TransferRecord | undefined;
  findByRefId: (refId: string) => TransferRecord | undefined;
}

interface HistoryOptions {
  seed: string;
  size: number;
  anchorMs: number;
  magnitudes?: Magnitudes;
}

/**
 * Creates a history of `size` transfers, the newest just before `anchorMs` (milliseconds since 1970). No record is
 * stored: each one is computed from the seed, the anchor and its number. Only the newest hundredth may be PENDING, so
 * changing the size changes which ones may be.
 */
export function createHistory({ seed, size, anchorMs, magnitudes = OF_A_DESK }: HistoryOptions): History {
  const source = createSource(hashText(seed), { size, anchorMs, magnitudes });
  const { transferIds } = source;
  const recordAt = (number: number) => generateRecord(source, number);
  const findByNumber = (number: number | undefined) =>
    number !== undefined && number < size ? recordAt(number) : undefined;
  return {
    size,
    recordAt,
    findById: (id) => findByNumber(transferIds.numberOfId(id)),
    findByRefId: (refId) => {
      const record = findByNumber(transferIds.numberOfRefId(refId));
      return record?.ref_id === refId ? record : undefined;
    },
  };
}

type Source = ReturnType<typeof createSource>;

// The parts that every record of one history is generated from, each with a seed of its own.
function createSource(seed: number, { size, anchorMs, magnitudes }: Required<Omit<HistoryOptions, 'seed'>>) {
  const pairSeed = mix(seed, 4);
  return {
    size,
    anchorMs,
    magnitudes,
    transferIds: createTransferIds(seed),
    createdAt: createTimeline(mix(seed, 1), anchorMs),
    addressOf: createAddressPool(mix(seed, 2)),
    recordSeed: mix(seed, 3),
    pairSeed,
    refIdSeed: pairSeed + 1,
    customers: new Map<string, string>(PROFILES.map((profile) => [profile, customerOf(profile)])),
  };
}

// The order of the calls to `random` is part of the seed's meaning: another order gives another history.
function generateRecord(source: Source, number: number): TransferRecord {
  const { size, anchorMs, transferIds, customers, magnitudes } = source;
  const random = new SeededRandom(mix(source.recordSeed, number));
  const movement =
    generateInternalMovement(source.pairSeed, number, source) ??
    generateMovement({ random, magnitudes }, source.addressOf);
  const { type, direction, asset, amount, total, fee, network, details } = movement;
  const profile = movement.profileId ?? random.pick(PROFILES);
  const status = generateStatus(random, movement, number * PENDING_SHARE < size);
  // The two sides of an internal transfer are created at the same instant.
  const created = source.createdAt(details.group_id === undefined ? number : number - (number % 2));
  const updated =
    status.status === 'PENDING' ? created : Math.min(created + generateDuration(random, network), anchorMs);
  const record: TransferRecord = {
    id: transferIds.idOf(number),
    customer_id: customers.get(profile) ?? '',
    profile_id: profile,
    amount,
    total,
    fee,
    asset,
    direction,
    type,
    status: status.status,
    created_at: writeTime(created),
    updated_at: writeTime(updated),
  };
  Object.assign(record, generateLabels(random, profile, movement), status, details);
  if (hasRefId(source, number, direction)) record.ref_id = transferIds.refIdOf(number);
  if (network && status.status === 'COMPLETED') {
    record.crypto_tx_hash = generateTransactionHash(network, random);
    record.crypto_tx_index = generateTransactionIndex(network, record.destination_address ?? '', random);
  }
  return record;
}

// Nine in ten outgoing transfers carry a reference; of the incoming ones, those whose payer gave one.
function hasRefId({ refIdSeed }: Source, number: number, direction: Direction): boolean {
  return mix(refIdSeed, number) % 20 < (direction === 'DEBIT' ? 18 : 4);
}

function generateDuration(random: SeededRandom, network: string | undefined): number {
  const typicalSeconds = (network === undefined ? undefined : findNetwork(network)?.usualSeconds) ?? OFF_CHAIN_SECONDS;
  return Math.round(typicalSeconds * 1000 * (0.5 + random.below(1000) / 1000));
}
