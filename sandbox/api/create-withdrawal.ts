import { randomUUID } from 'node:crypto';
import { addAmounts, compareAmounts, subtractAmounts, type Amount } from '@/lib/money/amounts';
import { fail, ok, type Result } from '@/lib/result';
import { checkLimits } from '@/sandbox/api/check-withdrawal';
import { reviewOf } from '@/sandbox/api/destination-addresses';
import type { TransferService } from '@/sandbox/api/transfer-service';
import type { WithdrawalRequest } from '@/sandbox/api/withdrawal-request';
import { networkFee, termsOf } from '@/sandbox/assets';
import type { Settlement } from '@/sandbox/ledger/settlement';
import type { Sentinel } from '@/sandbox/ledger/sentinels';
import { type Problem, problem } from '@/sandbox/problems';
import { customerOf } from '@/sandbox/profiles';
import { hashText, mix } from '@/sandbox/random';
import type { TransferRecord } from '@/sandbox/transfer';
import { canonical, dollars, toUnits } from '@/sandbox/units';

interface Cost {
  amount: Amount;
  fee: Amount;
  total: Amount;
}

/**
 * Creates the withdrawal of a validated request. On return the transfer is in the ledger and on disk. The function
 * never awaits, so of two concurrent requests one is always first.
 */
export function createWithdrawal(
  service: TransferService,
  {
    request,
    sentinel,
    idempotencyKey,
  }: { request: WithdrawalRequest; sentinel: Sentinel | undefined; idempotencyKey: string | null },
): Result<TransferRecord, Problem> {
  const cost = findCost(request, sentinel?.action === 'charge' ? sentinel.error : undefined);
  if (!cost.ok) return cost;
  const shortage = findShortage(service, request, cost.value.total);
  if (shortage) return fail(shortage);

  const now = service.options.clock();
  const record = writeRecord(request, cost.value, now);
  const settlement = waitForReview(service, request, settle(service, sentinel, now));
  service.ledger.add({ record, settlement, idempotencyKey });
  const isWaiting = settlement.atMs === null || settlement.reviewedAtMs !== undefined;
  return ok(isWaiting ? (service.ledger.findById(record.id) ?? record) : record);
}

// More than any fee of the table, in any asset.
const EXCESSIVE_FEE: Amount = '5';

// Fees are added to an amount and included in a total (docs/specification/service-interface.md#create-withdrawal).
function findCost(
  request: WithdrawalRequest,
  costError: 'wrong-total' | 'excessive-fee' | undefined,
): Result<Cost, Problem> {
  const { asset, crypto_network: network } = request;
  const fee =
    costError === 'excessive-fee' ? addAmounts(networkFee(asset, network), EXCESSIVE_FEE) : networkFee(asset, network);
  const amount = request.amount === undefined ? subtractAmounts(request.total ?? '0', fee) : canonical(request.amount);
  if (compareAmounts(amount, '0') <= 0)
    return fail(problem('bad-request', `The total does not cover the fee of ${fee} ${asset}.`));
  const limits = checkLimits(asset, amount);
  const total = addAmounts(amount, fee);
  if (!limits.ok) return limits;
  return ok({ amount, fee, total: costError === 'wrong-total' ? addAmounts(total, '0.000001') : total });
}

function findShortage(
  { ledger }: TransferService,
  { profile_id, asset, balance_asset }: WithdrawalRequest,
  needed: Amount,
): Problem | undefined {
  const debited = balance_asset ?? asset;
  const available = ledger.available(profile_id, debited);
  if (compareAmounts(available, needed) >= 0) return undefined;
  return problem('insufficient-funds', `${profile_id} has ${available} ${debited}; ${needed} are needed.`, {
    profile_id,
    asset: debited,
    available,
    needed,
  });
}

function writeRecord(request: WithdrawalRequest, { amount, fee, total }: Cost, now: number): TransferRecord {
  const { identity_id, account_id, ref_id, balance_asset, metadata, memo, asset } = request;
  const { decimals, priceCents } = termsOf(asset);
  const createdAt = new Date(now).toISOString();
  return {
    id: randomUUID(),
    customer_id: customerOf(request.profile_id),
    profile_id: request.profile_id,
    amount,
    total,
    fee,
    asset,
    direction: 'DEBIT',
    type: 'CRYPTO_WITHDRAWAL',
    status: 'PENDING',
    created_at: createdAt,
    updated_at: createdAt,
    ...(identity_id !== undefined && { identity_id }),
    ...(account_id !== undefined && { account_id }),
    ...(ref_id !== undefined && { ref_id }),
    ...(balance_asset !== undefined && { balance_asset }),
    ...(metadata !== undefined && { metadata }),
    destination_address: request.destination_address,
    crypto_network: request.crypto_network,
    ...(balance_asset !== undefined && balance_asset !== asset && { auto_conversion: {} }),
    notional_value: dollars(toUnits(total, decimals), decimals, priceCents),
    ...(memo !== undefined && { memo }),
  };
}

function settle({ options, ledger }: TransferService, sentinel: Sentinel | undefined, now: number): Settlement {
  const { when, outcome } = sentinel?.action === 'settle' ? sentinel : { when: 'later', outcome: 'completed' as const };
  if (when === 'never') return { atMs: null, outcome };
  // Between three and five quarters of the configured time, from the seed and the ledger's size.
  const jitter = 0.75 + (mix(hashText(options.seed), ledger.size) % 1000) / 2000;
  return { atMs: when === 'at-once' ? now : now + Math.round(options.settleMs * jitter), outcome };
}

/** Lets a transfer to an address under review settle so much later as the review takes. */
function waitForReview(
  service: TransferService,
  { crypto_network, destination_address: address, identity_id }: WithdrawalRequest,
  settlement: Settlement,
): Settlement {
  const key = { crypto_network, address, ...(identity_id !== undefined && { identity_id }) };
  const saved = service.savedAddresses.find(key);
  const review = saved && reviewOf(service, saved);
  if (review?.status !== 'PENDING' || settlement.atMs === null) return settlement;
  const laterMs = review.reviewedAtMs - service.options.clock();
  return { ...settlement, atMs: settlement.atMs + laterMs, reviewedAtMs: review.reviewedAtMs };
}
