import type { RouterMiddleware } from '@koa/router';
import { registryWith } from '@/lib/networks/assets';
import { answerProblem } from '@/sandbox/api/answer';
import type { TransferService } from '@/sandbox/api/transfer-service';
import { problem } from '@/sandbox/problems';
import { openingBalance } from '@/sandbox/profiles';

/**
 * Handles GET /v2/profiles/{profile_id}/balances: what is available of every asset, or of those in `assets`. An
 * assumption (docs/specification/service-facts.md#balances).
 */
export function getBalances({ ledger, options }: TransferService): RouterMiddleware {
  const all = ['USD', ...registryWith(options.networks).assets.map(({ ticker }) => ticker)];
  return (ctx) => {
    const id = ctx.params.id ?? '';
    if (openingBalance(id) === undefined) return answerProblem(ctx, problem('not-found', `There is no profile ${id}.`));
    const assets = ctx.query.assets === undefined ? all : [ctx.query.assets].flat();
    ctx.body = { items: assets.map((asset) => ({ asset, available: ledger.available(id, asset), trading: '0' })) };
  };
}
