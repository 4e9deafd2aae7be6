import type { Context } from 'koa';
import { alterRecord } from '@/sandbox/faults/alter-record';
import { joinEmptyPages, splitEmptyPages } from '@/sandbox/api/page-cursor';
import type { Fault } from '@/sandbox/faults/fault';

/** What altering a page requires. */
export interface PageContext {
  /** Returns a cursor whose page is empty. */
  cursorPastEnd: () => string;
}

/** Returns a page of the list with one error in it; also alters every record if the fault concerns records. */
export function alterPage(
  ctx: Context,
  { context, fault, page }: { context: PageContext; fault: Fault; page: Record<string, unknown> },
): Record<string, unknown> {
  const items = Array.isArray(page.items) ? (page.items as unknown[]) : [];
  if (fault.kind === 'cursor-loop') {
    // The page points at itself. The first page has no cursor to repeat.
    const own = ctx.query.page_cursor;
    return typeof own === 'string' && own !== '' ? { ...page, next_page_cursor: own } : page;
  }
  if (fault.kind === 'never-empty-cursor')
    return page.next_page_cursor === '' ? { ...page, next_page_cursor: context.cursorPastEnd() } : page;
  if (fault.kind === 'empty-pages') {
    const { place, emptyPages } = splitEmptyPages(ctx.query.page_cursor);
    const next = fault.has_cursor ? joinEmptyPages(place, emptyPages + 1) : '';
    return emptyPages < fault.in_a_row ? { ...page, items: [], next_page_cursor: next } : page;
  }
  if (fault.kind === 'poisoned-items')
    return { ...page, items: [null, 42, ...items, { status: 'PENDING', amount: '1' }] };
  return { ...page, items: items.map((item) => alterRecord(fault, item as Record<string, unknown>)) };
}
