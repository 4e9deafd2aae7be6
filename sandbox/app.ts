import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import type { Middleware } from 'koa';
import type { RequestListener } from 'node:http';
import { answerProblem } from '@/sandbox/api/answer';
import { requireScope } from '@/sandbox/api/authorize';
import { getTransfer } from '@/sandbox/api/get-transfer';
import { listTransfers } from '@/sandbox/api/list-transfers';
import { operationOf } from '@/sandbox/api/operations';
import { writeCursor } from '@/sandbox/api/page-cursor';
import { postWithdrawal } from '@/sandbox/api/post-withdrawal';
import type { TransferService } from '@/sandbox/api/transfer-service';
import { type FaultPlan, openFaultPlan } from '@/sandbox/faults/fault-plan';
import { type FaultHost, playFaults } from '@/sandbox/faults/play-faults';
import { addInspectionRoutes, ELSEWHERE_PATH } from '@/sandbox/inspection/routes';
import { countRequests, openStats } from '@/sandbox/inspection/stats';
import type { Kept } from '@/sandbox/kept';
import { problem } from '@/sandbox/problems';
import { createProvider } from '@/sandbox/staff/provider';
import { openProviderStore } from '@/sandbox/staff/provider-store';
import { READ_SCOPE, WRITE_SCOPE } from '@/sandbox/staff/service-tokens';
import { addSignInRoutes } from '@/sandbox/staff/sign-in';

/**
 * Everything that answers requests. The OpenID provider is itself the Koa application; what is ours comes before it,
 * so that counts and faults reach its token route as well.
 */
export function createApp(url: string, service: TransferService, kept: Kept, stopping: AbortSignal): RequestListener {
  const store = openProviderStore();
  const provider = createProvider(url, service.options, kept, store);
  const plan = openFaultPlan(service.options.seed);
  const stats = openStats();
  const { order } = service.options;
  const faultHost: FaultHost = {
    expireTokens: store.forgetServiceTokens,
    elsewhere: `${url.replace('127.0.0.1', 'localhost')}${ELSEWHERE_PATH}`,
    stopping,
    cursorBehindTheEnd: () => writeCursor(order, service.line.endPlace()),
  };

  const router = new Router();
  router.post(
    '/v2/transfer/crypto-withdrawals',
    requireScope(provider, WRITE_SCOPE),
    postWithdrawal(service, faultHost),
  );
  router.get('/v2/transfer/transfers/:id', requireScope(provider, READ_SCOPE), getTransfer(service));
  router.get('/v2/transfer/transfers', requireScope(provider, READ_SCOPE), listTransfers(service));
  addInspectionRoutes(router, { service, plan, stats, expireTokens: store.forgetServiceTokens });
  addSignInRoutes(router, provider);

  provider.on('client_credentials.saved', () => (stats.tokensIssued += 1));
  provider.use(countRequests(stats));
  provider.use(answerFailures);
  provider.use(parseJson);
  provider.use(playPlannedFaults(plan, faultHost));
  provider.use(router.routes());
  provider.use(answerUnknownPaths);
  const handle = provider.callback();
  return (request, response) => void handle(request, response);
}

function isOurs(path: string): boolean {
  return path.startsWith('/v2/') || path.startsWith('/_sandbox/');
}

const answerFailures: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (!isOurs(ctx.path)) throw error;
    const status = (error as { status?: number }).status;
    if (status !== undefined && status < 500)
      return answerProblem(ctx, problem('bad-request', 'The body could not be read as JSON.'));
    console.error(error);
    answerProblem(ctx, problem('server-error', 'The sandbox failed.'));
  }
};

const parseJsonBody = bodyParser({ enableTypes: ['json'] });
// The provider reads its own bodies.
const parseJson: Middleware = (ctx, next) => (isOurs(ctx.path) ? parseJsonBody(ctx, next) : next());

function playPlannedFaults(plan: FaultPlan, host: FaultHost): Middleware {
  return async (ctx, next) => {
    const operation = operationOf(ctx.method, ctx.path);
    if (!operation) return next();
    const refId = (ctx.request.body as { ref_id?: unknown } | undefined)?.ref_id;
    const call = {
      operation,
      refId: typeof refId === 'string' ? refId : undefined,
      id: operation === 'get' ? ctx.path.split('/').at(-1) : undefined,
    };
    await playFaults(ctx, host, plan.strike(call), next);
  };
}

const answerUnknownPaths: Middleware = (ctx, next) => {
  if (!isOurs(ctx.path)) return next();
  answerProblem(ctx, problem('not-found', 'There is nothing here.'));
};
