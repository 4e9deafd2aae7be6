import 'server-only';
import type { ServiceFailure } from '@/lib/http/problems';
import { fail, ok, type Result } from '@/lib/result';
import { callService } from '@/lib/server/transfer-service/call';
import { parseJson } from '@/lib/server/transfer-service/problems';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { type FeeQuote, readFeeQuote } from '@/lib/withdrawals/fee-quote';

/**
 * Asks for a guaranteed fee of a withdrawal (docs/specification/service-facts.md#fee-quotes). A quote moves nothing, so
 * that a lost answer is asked for again.
 */
export async function requestFeeQuote(
  request: Omit<WithdrawalBody, 'ref_id' | 'fee_id'>,
): Promise<Result<FeeQuote, ServiceFailure>> {
  const answer = await callService({
    operation: 'fee',
    path: '/v2/transfer/fees/crypto-withdrawal',
    method: 'POST',
    body: JSON.stringify(request),
  });
  if (!answer.ok) return answer;
  const quote = readFeeQuote(parseJson(answer.value.body), request.asset);
  return quote
    ? ok(quote)
    : fail({ kind: 'unreadable', status: answer.value.status, cause: 'the answer is no fee quote' });
}
