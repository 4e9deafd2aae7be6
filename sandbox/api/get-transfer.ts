import type { RouterMiddleware } from '@koa/router';
import { answerProblem } from '@/sandbox/api/answer';
import { findTransfer, type TransferService } from '@/sandbox/api/transfer-service';
import { problem } from '@/sandbox/problems';

/**
 * Handles GET /v2/transfer/transfers/{transfer_id} with the bare record
 * (docs/specification/service-interface.md#get-transfer).
 */
export function getTransfer(service: TransferService): RouterMiddleware {
  return (ctx) => {
    const id = ctx.params.id ?? '';
    const record = findTransfer(service, id);
    if (record) ctx.body = record;
    else answerProblem(ctx, problem('not-found', `There is no transfer ${id}.`));
  };
}
