import type { Middleware } from 'koa';
import { answerProblem } from '@/sandbox/api/answer';
import { findRequestProblem } from '@/sandbox/api/check-withdrawal';
import { networksOf, type TransferService } from '@/sandbox/api/transfer-service';
import { findTravelRuleProblem } from '@/sandbox/api/travel-rule';
import { createRequestParser } from '@/sandbox/api/withdrawal-request';
import { networkFee } from '@/sandbox/assets';
import { problem } from '@/sandbox/problems';

/**
 * Handles POST /v2/transfer/fees/crypto-withdrawal: a guaranteed fee (docs/specification/service-facts.md#fee-quotes).
 */
export function quoteFee(service: TransferService): Middleware {
  const parseRequest = createRequestParser(networksOf(service.options));
  return (ctx) => {
    const parsed = parseRequest(ctx.request.body);
    if (!parsed.ok) return answerProblem(ctx, problem('bad-request', parsed.error));
    const request = parsed.value;
    const found = findRequestProblem(request, service.options) ?? findTravelRuleProblem(service, request);
    if (found) return answerProblem(ctx, found);
    const expiresAt = new Date(service.options.clock() + service.options.feeQuoteSeconds * 1000);
    ctx.body = service.feeQuotes.give(request, { fee: networkFee(request.asset, request.crypto_network), expiresAt });
  };
}
