import type { RouterMiddleware } from '@koa/router';
import { answerProblem } from '@/sandbox/api/answer';
import { filterTransfers } from '@/sandbox/api/filter-transfers';
import { readCursor, splitEmptyPages, writeCursor } from '@/sandbox/api/page-cursor';
import type { TransferService } from '@/sandbox/api/transfer-service';
import { problem } from '@/sandbox/problems';

// The limits of a page (docs/specification/service-facts.md#reads).
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/**
 * Handles GET /v2/transfer/transfers (docs/specification/service-interface.md#list-transfers). Ignores unknown
 * parameters, as a real server would, except for the filters that its options enable.
 */
export function listTransfers(service: TransferService): RouterMiddleware {
  const { options, sequence } = service;
  return (ctx) => {
    const { limit: writtenLimit = String(DEFAULT_LIMIT), page_cursor: given = '' } = ctx.query;
    const cursor = typeof given === 'string' ? splitEmptyPages(given).place : given;
    const limit = typeof writtenLimit === 'string' && /^[0-9]{1,6}$/.test(writtenLimit) ? Number(writtenLimit) : 0;
    if (limit < 1 || limit > MAX_LIMIT)
      return answerProblem(ctx, problem('bad-request', `limit must be a whole number from 1 to ${MAX_LIMIT}.`));
    const filtered = filterTransfers(service, { ...ctx.query, page_cursor: cursor }, limit);
    if (filtered === 'invalid')
      return answerProblem(
        ctx,
        problem('bad-request', 'A filter has too many values, or a value that cannot be read.'),
      );
    if (filtered) {
      ctx.body = { items: filtered.items, next_page_cursor: filtered.nextCursor };
      return;
    }
    const position = readPosition(options.order, cursor);
    if (position === undefined)
      return answerProblem(ctx, problem('bad-request', 'page_cursor is not a cursor from an earlier page.'));
    const { items, nextPosition } = sequence.pageFrom(position, limit);
    ctx.body = { items, next_page_cursor: nextPosition === null ? '' : writeCursor(options.order, nextPosition) };
  };
}

function readPosition(order: string, cursor: string | string[]): number | null | undefined {
  if (cursor === '') return null;
  return typeof cursor === 'string' ? readCursor(order, cursor) : undefined;
}
