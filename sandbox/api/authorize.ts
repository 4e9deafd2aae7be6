import type { Middleware } from 'koa';
import type { Provider } from 'oidc-provider';
import { answerProblem } from '@/sandbox/api/answer';
import { problem } from '@/sandbox/problems';

const BEARER = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * Creates middleware that rejects calls without a valid bearer token (401) or without the scope (403), as
 * docs/specification/service-interface.md#authentication says.
 */
export function requireScope(provider: Provider, scope: string): Middleware {
  return async (ctx, next) => {
    const token = BEARER.exec(ctx.get('authorization'))?.[1];
    const granted = token === undefined ? undefined : await provider.ClientCredentials.find(token);
    if (!granted) {
      ctx.set('www-authenticate', 'Bearer');
      return answerProblem(ctx, problem('unauthorized', 'A valid bearer token is required.'));
    }
    if (!granted.scope?.split(' ').includes(scope))
      return answerProblem(ctx, problem('insufficient-scope', `The token lacks the scope ${scope}.`));
    return next();
  };
}
