import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import type Koa from 'koa';
import type { Middleware } from 'koa';
import type { RequestListener } from 'node:http';
import { answerProblem } from '@/sandbox/api/answer';
import { requireScope } from '@/sandbox/api/authorize';
import { getBalances } from '@/sandbox/api/get-balances';
import { getTransfer } from '@/sandbox/api/get-transfer';
import { listTransfers } from '@/sandbox/api/list-transfers';
import { operationOf } from '@/sandbox/api/operations';
import { writeCursor } from '@/sandbox/api/page-cursor';
import { listDestinationAddresses, putDestinationAddress } from '@/sandbox/api/destination-addresses';
import { postWithdrawal } from '@/sandbox/api/post-withdrawal';
import { quoteFee } from '@/sandbox/api/quote-fee';
import type { TransferService } from '@/sandbox/api/transfer-service';
import { listVasps } from '@/sandbox/api/vasp-directory';
import { type FaultPlan, createFaultPlan } from '@/sandbox/faults/fault-plan';
import { type FaultContext, injectFaults } from '@/sandbox/faults/inject-faults';
import { addInspectionRoutes, REDIRECT_TARGET_PATH } from '@/sandbox/inspection/routes';
import { countRequests, createStats } from '@/sandbox/inspection/stats';
import type { Mailbox } from '@/sandbox/mail/mailbox';
import { addMailRoutes } from '@/sandbox/mail/routes';
import { WebhookInbox } from '@/sandbox/webhooks/inbox';
import { addWebhookRoutes } from '@/sandbox/webhooks/routes';
import type { PersistedState } from '@/sandbox/persisted-state';
import { problem } from '@/sandbox/problems';
import { createProvider } from '@/sandbox/staff/provider';
import { createProviderStore } from '@/sandbox/staff/provider-store';
import { ADDRESS_SCOPE, PROFILE_SCOPE, READ_SCOPE, WRITE_SCOPE } from '@/sandbox/staff/service-tokens';
import { addSignInRoutes } from '@/sandbox/staff/sign-in';

/**
 * Creates the listener for all requests. The OpenID provider is itself the Koa application; the sandbox's middleware
 * comes before it, so that statistics and faults cover its token route as well.
 */
export function createApp({ url, service, persisted, mailbox, stopping }: AppParts): RequestListener {
  const store = createProviderStore();
  const provider = createProvider({ url, options: service.options, persisted, store });
  const plan = createFaultPlan(service.options.seed);
  const stats = createStats();
  const { order } = service.options;
  const faultContext: FaultContext = {
    expireTokens: store.forgetServiceTokens,
    redirectTarget: `${url.replace('127.0.0.1', 'localhost')}${REDIRECT_TARGET_PATH}`,
    stopping,
    cursorPastEnd: () => writeCursor(order, service.sequence.endPosition()),
  };

  const router = new Router();
  router.post(
    '/v2/transfer/crypto-withdrawals',
    requireScope(provider, WRITE_SCOPE),
    postWithdrawal(service, faultContext),
  );
  router.post('/v2/transfer/fees/crypto-withdrawal', requireScope(provider, WRITE_SCOPE), quoteFee(service));
  router.get('/v2/transfer/transfers/:id', requireScope(provider, READ_SCOPE), getTransfer(service));
  router.get('/v2/transfer/transfers', requireScope(provider, READ_SCOPE), listTransfers(service));
  router.get('/v2/profiles/:id/balances', requireScope(provider, PROFILE_SCOPE), getBalances(service));
  router.put(
    '/v2/transfer/crypto-destination-address',
    requireScope(provider, ADDRESS_SCOPE),
    putDestinationAddress(service),
  );
  router.get(
    '/v2/transfer/crypto-destination-addresses',
    requireScope(provider, ADDRESS_SCOPE),
    listDestinationAddresses(service),
  );
  router.get('/v2/travelrule/vasps', requireScope(provider, ADDRESS_SCOPE), listVasps(service));
  addInspectionRoutes(router, { service, plan, stats, expireTokens: store.forgetServiceTokens });
  addMailRoutes(router, mailbox);
  addWebhookRoutes(router, new WebhookInbox(), service.options.clock);
  addSignInRoutes(router, provider);

  provider.on('client_credentials.saved', () => (stats.tokensIssued += 1));
  provider.use(countRequests(stats));
  provider.use(answerFailures);
  provider.use(parseJson);
  provider.use(injectPlannedFaults(plan, faultContext));
  provider.use(router.routes());
  provider.use(answerUnknownPaths);
  // A caller that hangs up half way is no error of the sandbox.
  const application = provider as unknown as Koa;
  application.on('error', (error: NodeJS.ErrnoException) => {
    if (!['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? ''))
      application.onerror(error);
  });
  const handle = provider.callback();
  return (request, response) => void handle(request, response);
}

interface AppParts {
  /** The sandbox's own address, without a slash at the end. */
  url: string;
  service: TransferService;
  persisted: PersistedState;
  mailbox: Mailbox;
  /** Aborted when the sandbox stops. */
  stopping: AbortSignal;
}

function isSandboxPath(path: string): boolean {
  return path.startsWith('/v2/') || path.startsWith('/_sandbox/');
}

const answerFailures: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (!isSandboxPath(ctx.path)) throw error;
    const status = (error as { status?: number }).status;
    if (status !== undefined && status < 500)
      return answerProblem(ctx, problem('bad-request', 'The body is not valid JSON.'));
    console.error(error);
    answerProblem(ctx, problem('server-error', 'The sandbox failed.'));
  }
};

const parseJsonBody = bodyParser({ enableTypes: ['json'] });
// The OpenID provider reads its own bodies.
const parseJson: Middleware = (ctx, next) => (isSandboxPath(ctx.path) ? parseJsonBody(ctx, next) : next());

function injectPlannedFaults(plan: FaultPlan, context: FaultContext): Middleware {
  return async (ctx, next) => {
    const operation = operationOf(ctx.method, ctx.path);
    if (!operation) return next();
    const refId = (ctx.request.body as { ref_id?: unknown } | undefined)?.ref_id;
    const call = {
      operation,
      refId: typeof refId === 'string' ? refId : undefined,
      id: operation === 'get' ? ctx.path.split('/').at(-1) : undefined,
    };
    await injectFaults(ctx, { context, faults: plan.takeFaults(call) }, next);
  };
}

const answerUnknownPaths: Middleware = (ctx, next) => {
  if (!isSandboxPath(ctx.path)) return next();
  answerProblem(ctx, problem('not-found', 'There is no such path.'));
};
