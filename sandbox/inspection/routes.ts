import type { Router } from '@koa/router';
import { answerProblem } from '@/sandbox/api/answer';
import { findTransfersByRefId, type TransferService } from '@/sandbox/api/transfer-service';
import type { FaultPlan } from '@/sandbox/faults/fault-plan';
import { parseFaultRule } from '@/sandbox/faults/rule';
import { addDeposit } from '@/sandbox/inspection/add-deposit';
import type { Stats } from '@/sandbox/inspection/stats';
import { problem } from '@/sandbox/problems';

/** Target path of a redirect fault; a call to it means that the client followed the redirect. */
export const REDIRECT_TARGET_PATH = '/_sandbox/elsewhere';

/** Adds the routes that tests use to inspect the service and to inject faults. They require no token. */
export function addInspectionRoutes(router: Router, { service, plan, stats, expireTokens }: Inspected): void {
  const createdBefore = service.ledger.size;
  let depositsAdded = 0;
  router.post('/_sandbox/faults', (ctx) => {
    const rule = parseFaultRule(ctx.request.body);
    if (!rule.ok) return answerProblem(ctx, problem('bad-request', rule.error));
    const { target, fault } = rule.value;
    // Without `times` or `share`, tokens expire once, now, and not at every later call.
    const isNow = fault.kind === 'expire-tokens' && target.times === undefined && target.share === undefined;
    if (isNow) expireTokens();
    ctx.status = 201;
    ctx.body = plan.add(isNow ? { ...target, times: 0 } : target, fault);
  });
  router.get('/_sandbox/faults', (ctx) => {
    ctx.body = { items: plan.list() };
  });
  router.delete('/_sandbox/faults', (ctx) => {
    plan.clear();
    ctx.status = 204;
  });
  router.delete('/_sandbox/faults/:id', (ctx) => {
    if (plan.remove(ctx.params.id ?? '')) ctx.status = 204;
    else answerProblem(ctx, problem('not-found', 'There is no such rule.'));
  });
  router.get('/_sandbox/transfers', (ctx) => {
    const refId = ctx.query.ref_id;
    if (typeof refId !== 'string') return answerProblem(ctx, problem('bad-request', 'Give one ref_id.'));
    const found = findTransfersByRefId(service, refId);
    ctx.body = {
      count: found.length,
      items: found.map(({ record }) => record),
      idempotency_keys: found.map(({ idempotencyKey }) => idempotencyKey),
    };
  });
  router.post('/_sandbox/deposits', (ctx) => {
    const deposit = addDeposit(service, ctx.request.body);
    if (!deposit.ok) return answerProblem(ctx, problem('bad-request', deposit.error));
    depositsAdded += 1;
    ctx.status = 201;
    ctx.body = deposit.value;
  });
  router.get('/_sandbox/stats', (ctx) => {
    ctx.body = {
      requests: stats.requests,
      creates_executed: service.ledger.size - createdBefore - depositsAdded,
      tokens_issued: stats.tokensIssued,
      redirects_followed: stats.redirectsFollowed,
      history_size: service.history.size,
      created_size: service.ledger.size,
    };
  });
  router.all(REDIRECT_TARGET_PATH, (ctx) => {
    stats.redirectsFollowed += 1;
    ctx.body = { followed: true };
  });
}

interface Inspected {
  service: TransferService;
  plan: FaultPlan;
  stats: Stats;
  expireTokens: () => void;
}
