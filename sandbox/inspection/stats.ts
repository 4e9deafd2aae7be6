import type { Middleware } from 'koa';
import { operationOf } from '@/sandbox/api/operations';

/** Counts since the start, by operation and by ending: a status, `reset` or `cut`. */
export interface Stats {
  requests: Record<string, Record<string, number>>;
  tokensIssued: number;
  redirectsFollowed: number;
}

/** Creates statistics with every count at zero. */
export function createStats(): Stats {
  return { requests: {}, tokensIssued: 0, redirectsFollowed: 0 };
}

/** Creates middleware that counts each call of the API and of the token service after it was answered. */
export function countRequests(stats: Stats): Middleware {
  return async (ctx, next) => {
    await next();
    const operation = operationOf(ctx.method, ctx.path);
    if (!operation) return;
    const ending = String((ctx.state as { ending?: string }).ending ?? ctx.status);
    const counts = (stats.requests[operation] ??= {});
    counts[ending] = (counts[ending] ?? 0) + 1;
  };
}
