import type { Context, Middleware } from 'koa';
import { answerProblem } from '@/sandbox/api/answer';
import { findRequestProblem } from '@/sandbox/api/check-withdrawal';
import { createWithdrawal } from '@/sandbox/api/create-withdrawal';
import { findTransfersByRefId, networksOf, type TransferService } from '@/sandbox/api/transfer-service';
import { findTravelRuleProblem } from '@/sandbox/api/travel-rule';
import { createRequestParser, type WithdrawalRequest } from '@/sandbox/api/withdrawal-request';
import { injectFaults, type FaultContext } from '@/sandbox/faults/inject-faults';
import { findSentinel } from '@/sandbox/ledger/sentinels';
import { problem } from '@/sandbox/problems';
import type { TransferRecord } from '@/sandbox/transfer';

/** Handles POST /v2/transfer/crypto-withdrawals (docs/specification/service-interface.md#create-withdrawal). */
export function postWithdrawal(service: TransferService, faultContext: FaultContext): Middleware {
  const parseRequest = createRequestParser(networksOf(service.options));
  return async (ctx) => {
    if (!ctx.is('application/json'))
      return answerProblem(ctx, problem('bad-request', 'The body must be application/json.'));
    const parsed = parseRequest(ctx.request.body);
    if (!parsed.ok) return answerProblem(ctx, problem('bad-request', parsed.error));
    const request = parsed.value;
    if (answerDuplicate(ctx, service, request)) return;

    const requestProblem = findRequestProblem(request, service.options) ?? findTravelRuleProblem(service, request);
    if (requestProblem) return answerProblem(ctx, requestProblem);
    await createWithFaults(ctx, { service, faultContext, request });
  };
}

// A duplicate is recognised by its ref_id alone, whatever the rest of the body says
// (docs/specification/service-facts.md#reference).
function answerDuplicate(ctx: Context, service: TransferService, request: WithdrawalRequest): boolean {
  if (request.ref_id === undefined || service.options.refId === 'none') return false;
  const existing = findTransfersByRefId(service, request.ref_id)[0]?.record;
  if (!existing) return false;
  if (service.options.refId === 'replay') answerRecord(ctx, existing);
  else answerProblem(ctx, problem('already-exists', `A transfer with ref_id ${request.ref_id} exists.`, { existing }));
  return true;
}

async function createWithFaults(
  ctx: Context,
  {
    service,
    faultContext,
    request,
  }: { service: TransferService; faultContext: FaultContext; request: WithdrawalRequest },
): Promise<void> {
  if (request.fee_id === 'fee-expired' || request.fee_id === 'expired') {
    const expired_at = new Date(service.options.clock() - 60_000).toISOString();
    return answerProblem(ctx, problem('fee-quote-expired', 'The fee quote has expired.', { expired_at }));
  }
  const quoted =
    request.fee_id === undefined
      ? undefined
      : service.feeQuotes.findProblem(request.fee_id, request, service.options.clock());
  if (quoted) return answerProblem(ctx, quoted);
  const sentinel = findSentinel(request.amount ?? request.total ?? '', request.memo);
  if (sentinel?.action === 'reject') {
    const { identity_id, crypto_network, destination_address: address } = request;
    return answerProblem(
      ctx,
      problem(sentinel.slug, sentinel.detail, { identity_id, crypto_network, address, reason: sentinel.detail }),
    );
  }
  const faults = sentinel?.action === 'fault' ? [sentinel.fault] : [];
  await injectFaults(ctx, { context: faultContext, faults }, () => {
    const created = createWithdrawal(service, {
      request,
      sentinel,
      idempotencyKey: ctx.get('idempotency-key') || null,
    });
    if (created.ok) answerRecord(ctx, created.value);
    else answerProblem(ctx, created.error);
  });
}

function answerRecord(ctx: Context, record: TransferRecord): void {
  ctx.status = 200;
  ctx.body = record;
}
