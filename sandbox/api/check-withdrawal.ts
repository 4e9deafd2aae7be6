import { compareAmounts, type Amount } from '@/lib/money/amounts';
import { registryWith } from '@/lib/networks/assets';
import { fail, ok, type Result } from '@/lib/result';
import type { WithdrawalRequest } from '@/sandbox/api/withdrawal-request';
import { hasFee, ISSUER_STABLECOINS, termsOf } from '@/sandbox/assets';
import type { SandboxOptions } from '@/sandbox/options';
import { type Problem, problem } from '@/sandbox/problems';
import { openingBalance } from '@/sandbox/profiles';
import { decimalsOf } from '@/sandbox/units';

/** Returns the first problem of a request that can be found without computing its cost, or undefined. */
export function findRequestProblem(
  request: WithdrawalRequest,
  { networks }: Pick<SandboxOptions, 'networks'>,
): Problem | undefined {
  const { profile_id, asset, crypto_network, balance_asset, fee_id, amount, total } = request;
  const known = registryWith(networks).assets.find(({ ticker }) => ticker === asset);
  if (known && !known.networks.includes(crypto_network) && !hasFee(asset, crypto_network))
    return problem('bad-request', `${asset} does not move on ${crypto_network}.`);
  if (
    balance_asset !== undefined &&
    balance_asset !== asset &&
    !(ISSUER_STABLECOINS.includes(asset) && balance_asset === 'USD')
  ) {
    return problem('bad-request', `The balance of ${balance_asset} cannot be debited for ${asset}.`);
  }
  const { decimals } = termsOf(asset);
  if (decimalsOf(amount ?? total ?? '0') > decimals)
    return problem('exceed-precision', `${asset} has at most ${decimals} decimals.`);
  if (openingBalance(profile_id) === undefined) return problem('not-found', `There is no profile ${profile_id}.`);
  if (fee_id !== undefined && !fee_id.startsWith('fee-')) return problem('not-found', `There is no fee ${fee_id}.`);
  return undefined;
}

/** Checks an amount against the asset's limits, both inclusive. */
export function checkLimits(asset: string, amount: Amount): Result<Amount, Problem> {
  const { minimum, maximum } = termsOf(asset);
  if (compareAmounts(amount, minimum) < 0) {
    return fail(
      problem('below-min-withdraw-limit', `At least ${minimum} ${asset} can be withdrawn.`, { limit: minimum, amount }),
    );
  }
  if (compareAmounts(amount, maximum) > 0) {
    return fail(
      problem('exceed-max-withdraw-limit', `At most ${maximum} ${asset} can be withdrawn.`, { limit: maximum, amount }),
    );
  }
  return ok(amount);
}
