import type { Middleware } from 'koa';
import { operationOf } from '@/sandbox/api/operations';

/** What happened since the start, by operation and by how it was answered: a status, `reset` or `cut`. */
export interface Stats {
  requests: Record<string, Record<string, number>>;
  tokensIssued: number;
  redirectsFollowed: number;
}

/** Nothing has happened yet. */
export function createStats(): Stats {
  return { requests: {}, tokensIssued: 0, redirectsFollowed: 0 };
}

/** Counts each call of the API and of the token service when it has been answered. */
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
