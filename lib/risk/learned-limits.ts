import { isExpiredFee, readable, type ServiceProblem } from '@/lib/http/problems';
import { type Amount, compareAmounts } from '@/lib/money/amounts';
import { groupDigits, isServiceAmount } from '@/lib/money/format-amount';
import { networkLabel } from '@/lib/networks/networks';
import { recipientKey } from '@/lib/recipients/recipients';
import { TheService } from '@/lib/text/service-name';
import { writeDay } from '@/lib/time/write-day';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/**
 * Limit that the service named when it declined a withdrawal; information for the next one, never a rule. `at`: the
 * time of the refusal (ISO 8601).
 */
export type LearnedLimit = { at: string; network: string } & (
  | { kind: 'minimum' | 'maximum'; asset: string; limit: Amount }
  /** So many decimals were too many. */
  | { kind: 'decimals'; asset: string; decimals: number }
  /** `recipient`: the key of the address without a memo (`recipientKey`). */
  | { kind: 'address'; recipient: string; reason: string }
  | { kind: 'fee'; asset: string; feeId: string }
);

/** Withdrawal that limits are compared with; without an amount and a total while none is entered. */
export type LimitedWithdrawal = Pick<
  WithdrawalBody,
  'asset' | 'crypto_network' | 'destination_address' | 'balance_asset' | 'fee_id'
> & { amount?: Amount; total?: Amount };

/** Field of the form that a limit is about, with a sentence. */
export interface DeclinedBefore {
  path: 'value' | 'destinationAddress' | 'feeId';
  message: string;
}

// What the service writes is shown on a line.
const MAX_AMOUNT_LENGTH = 40;

/** Reads the limit that a refusal names (docs/specification/service-facts.md#errors); undefined where it names none. */
export function learnLimit(at: string, problem: ServiceProblem, body: LimitedWithdrawal): LearnedLimit | undefined {
  const { asset, crypto_network: network, fee_id: feeId } = body;
  switch (problem.type) {
    case 'below-min-withdraw-limit':
      return learnBound({ at, network, asset, kind: 'minimum' }, problem, body);
    case 'exceed-max-withdraw-limit':
      return learnBound({ at, network, asset, kind: 'maximum' }, problem, body);
    case 'exceed-precision': {
      const decimals = countDecimals(valueIn(asset, body)?.amount ?? '');
      return decimals > 0 ? { at, network, asset, kind: 'decimals', decimals } : undefined;
    }
    case 'unsupported-address':
      return { at, network, kind: 'address', recipient: addressKey(body), reason: readable(problem.meta.reason) };
    default:
      return feeId !== undefined && isExpiredFee(problem) ? { at, network, asset, kind: 'fee', feeId } : undefined;
  }
}

/** Learns a minimum or maximum, unless the declined amount itself satisfies it: then it is about something else. */
function learnBound(
  known: { at: string; network: string; asset: string; kind: 'minimum' | 'maximum' },
  { meta: { limit } }: ServiceProblem,
  body: LimitedWithdrawal,
): LearnedLimit | undefined {
  if (typeof limit !== 'string' || limit.length > MAX_AMOUNT_LENGTH || !isServiceAmount(limit)) return undefined;
  const learned: LearnedLimit = { ...known, limit };
  return body.amount === undefined || exceeds(learned, body) ? learned : undefined;
}

/** Keeps the newest limit of each kind, asset and network, address or fee. */
export function keepNewest(limits: readonly LearnedLimit[]): LearnedLimit[] {
  const newest = new Map<string, LearnedLimit>();
  for (const limit of limits) {
    const key = subjectOf(limit);
    const other = newest.get(key);
    if (other === undefined || limit.at > other.at) newest.set(key, limit);
  }
  return [...newest.values()];
}

function subjectOf(limit: LearnedLimit): string {
  const { kind, network } = limit;
  if (kind === 'address') return JSON.stringify([kind, limit.recipient]);
  return JSON.stringify([kind, network, limit.asset, ...(kind === 'fee' ? [limit.feeId] : [])]);
}

/** Tells whether a limit says something about one withdrawal alone, so that it follows the rights to its profile. */
export function isOfOneWithdrawal({ kind }: LearnedLimit): boolean {
  return kind === 'address' || kind === 'fee';
}

/** Finds the limits of a withdrawal's asset and network, address and fee, whatever its amount is. */
export function findLimits(limits: readonly LearnedLimit[], body: LimitedWithdrawal): LearnedLimit[] {
  // Comparing addresses is slow, and most limits are of something else.
  let recipient: string | undefined;
  return limits.filter((limit) => {
    if (limit.network !== body.crypto_network) return false;
    if (limit.kind === 'address') return limit.recipient === (recipient ??= addressKey(body));
    return limit.asset === body.asset && (limit.kind !== 'fee' || limit.feeId === body.fee_id);
  });
}

/** Tells whether the service accepted, after the refusal, a withdrawal that the limit would not allow. */
export function isVoid(limit: LearnedLimit, accepted: readonly { at: string; body: LimitedWithdrawal }[]): boolean {
  return accepted.some(({ at, body }) => at > limit.at && findLimits([limit], body).some((one) => exceeds(one, body)));
}

/** Says which limits a withdrawal does not satisfy, each with the day on which the service named it. */
export function listDeclinedBefore(limits: readonly LearnedLimit[], body: LimitedWithdrawal): DeclinedBefore[] {
  return findLimits(limits, body)
    .filter((limit) => exceeds(limit, body))
    .map((limit) => ({ path: PATHS[limit.kind], message: explainLimit(limit) }));
}

const PATHS = {
  minimum: 'value',
  maximum: 'value',
  decimals: 'value',
  address: 'destinationAddress',
  fee: 'feeId',
} as const satisfies Record<LearnedLimit['kind'], DeclinedBefore['path']>;

/** Tells whether a withdrawal of the limit's asset, network, address or fee does not satisfy it. */
function exceeds(limit: LearnedLimit, body: LimitedWithdrawal): boolean {
  if (limit.kind === 'address' || limit.kind === 'fee') return true;
  const value = valueIn(limit.asset, body);
  if (value === undefined) return false;
  switch (limit.kind) {
    case 'minimum':
      // The amount is less than a total, which contains the fee.
      return compareAmounts(value.amount, limit.limit) < 0;
    case 'maximum':
      // A total above the maximum may have an amount below it.
      return value.fixed === 'amount' && compareAmounts(value.amount, limit.limit) > 0;
    case 'decimals':
      return countDecimals(value.amount) >= limit.decimals;
  }
}

/** Gives the value of a withdrawal where it is counted in the asset; undefined for another balance or no value. */
function valueIn(asset: string, body: LimitedWithdrawal) {
  if (body.amount === undefined && body.total === undefined) return undefined;
  const value = fixedValueOf(body);
  return value.asset === asset ? value : undefined;
}

/** Counts the decimals as they are sent, zeros at the end included. */
function countDecimals(amount: Amount): number {
  return amount.split('.')[1]?.length ?? 0;
}

function addressKey({ crypto_network, destination_address }: LimitedWithdrawal): string {
  return recipientKey({ crypto_network, destination_address });
}

function explainLimit(limit: LearnedLimit): string {
  const declined = `Declined on ${writeDay(limit.at)}:`;
  const network = networkLabel(limit.network);
  switch (limit.kind) {
    case 'minimum':
      return `${declined} at least ${groupDigits(limit.limit)} ${limit.asset} on ${network}.`;
    case 'maximum':
      return `${declined} at most ${groupDigits(limit.limit)} ${limit.asset} on ${network}.`;
    case 'decimals':
      // The service does not say how many it takes.
      return `${declined} ${describeDecimals(limit.decimals)} too many for ${limit.asset} on ${network}.`;
    case 'address':
      return `${declined} unsupported address on ${network}.${quoteReason(limit.reason)}`;
    case 'fee':
      return `${declined} the fee quote expired.`;
  }
}

function describeDecimals(decimals: number): string {
  return decimals === 1 ? '1 decimal is' : `${decimals} decimals are`;
}

function quoteReason(reason: string): string {
  return reason === '' ? '' : ` ${TheService()} says: “${reason}”`;
}
