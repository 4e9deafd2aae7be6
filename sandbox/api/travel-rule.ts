import { compareAmounts } from '@/lib/money/amounts';
import type { TransferService } from '@/sandbox/api/transfer-service';
import type { WithdrawalRequest } from '@/sandbox/api/withdrawal-request';
import { termsOf } from '@/sandbox/assets';
import { reviewOf } from '@/sandbox/api/destination-addresses';
import { type Problem, problem } from '@/sandbox/problems';
import { dollars, toUnits } from '@/sandbox/units';

/**
 * Finds what the travel rule and the removal of `beneficiary` have against a request; undefined where they have nothing
 * against it, or are not played. docs/specification/service-facts.md#from-30-november-2026
 */
export function findTravelRuleProblem(service: TransferService, request: WithdrawalRequest): Problem | undefined {
  const { options, savedAddresses } = service;
  if (request.beneficiary !== undefined && options.beneficiary === 'refuse')
    return problem('bad-request', 'There is no member beneficiary.');
  if (options.travelRuleFromUsd === undefined) return undefined;
  const { asset, crypto_network, destination_address: address, identity_id } = request;
  const { decimals, priceCents } = termsOf(asset);
  const worth = dollars(toUnits(request.amount ?? request.total ?? '0', decimals), decimals, priceCents);
  if (compareAmounts(worth, options.travelRuleFromUsd) < 0) return undefined;
  const saved = savedAddresses.find({ crypto_network, address, ...(identity_id !== undefined && { identity_id }) });
  if (saved && reviewOf(service, saved).status === 'REJECTED')
    return problem('rejected', 'The address was rejected.', { identity_id, crypto_network, address });
  if (saved) return undefined;
  return problem('travel-rule-information-required', 'The address has no travel-rule data.', {
    identity_id,
    crypto_network,
    address,
  });
}
