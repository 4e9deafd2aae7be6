import type { Context } from 'koa';
import { alterPage, type PageContext } from '@/sandbox/faults/alter-page';
import { alterRecord } from '@/sandbox/faults/alter-record';
import type { Fault } from '@/sandbox/faults/fault';

/** Alters the body of a successful answer. Leaves any other status, and any body that is not an object, as it is. */
export function alterBody(ctx: Context, context: PageContext, fault: Fault): void {
  const body: unknown = ctx.body;
  if (ctx.status !== 200 || !isObject(body)) return;
  if (fault.kind === 'huge-body') ctx.body = { ...body, padding: 'x'.repeat(fault.bytes) };
  else if (Array.isArray(body.items)) ctx.body = alterPage(ctx, { context, fault, page: body });
  else ctx.body = alterRecord(fault, body);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}
