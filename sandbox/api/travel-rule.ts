import type { Middleware } from 'koa';
import { z } from 'zod';
import { compareAmounts } from '@/lib/money/amounts';
import { answerProblem } from '@/sandbox/api/answer';
import type { TransferService } from '@/sandbox/api/transfer-service';
import type { WithdrawalRequest } from '@/sandbox/api/withdrawal-request';
import { termsOf } from '@/sandbox/assets';
import { savedAddressSchema } from '@/sandbox/ledger/saved-addresses';
import { type Problem, problem } from '@/sandbox/problems';
import { dollars, toUnits } from '@/sandbox/units';

/** Handles PUT /v2/transfer/crypto-destination-address: saves the travel-rule data of an address for an identity. */
export function putDestinationAddress({ savedAddresses }: TransferService): Middleware {
  return (ctx) => {
    const parsed = savedAddressSchema.safeParse(ctx.request.body);
    if (!parsed.success) return answerProblem(ctx, problem('bad-request', z.prettifyError(parsed.error)));
    savedAddresses.save(parsed.data);
    ctx.body = parsed.data;
  };
}

/**
 * Finds what the travel rule and the removal of `beneficiary` have against a request; undefined where they have nothing
 * against it, or are not played. docs/specification/service-facts.md#from-30-november-2026
 */
export function findTravelRuleProblem(
  { options, savedAddresses }: TransferService,
  request: WithdrawalRequest,
): Problem | undefined {
  if (request.beneficiary !== undefined && options.beneficiary === 'refuse')
    return problem('bad-request', 'There is no member beneficiary.');
  if (options.travelRuleFromUsd === undefined) return undefined;
  const { asset, crypto_network, destination_address: address, identity_id } = request;
  const { decimals, priceCents } = termsOf(asset);
  const worth = dollars(toUnits(request.amount ?? request.total ?? '0', decimals), decimals, priceCents);
  if (compareAmounts(worth, options.travelRuleFromUsd) < 0) return undefined;
  if (savedAddresses.has({ crypto_network, address, ...(identity_id !== undefined && { identity_id }) }))
    return undefined;
  return problem('travel-rule-information-required', 'The address has no travel-rule data.', {
    identity_id,
    crypto_network,
    address,
  });
}
