import type { Context } from 'koa';
import { bendPage, type PageBends } from '@/sandbox/faults/bend-page';
import { bendRecord } from '@/sandbox/faults/bend-record';
import type { Fault } from '@/sandbox/faults/fault';

/** Changes what a good answer says. Answers other than 200 with an object stay as they are. */
export function bendBody(ctx: Context, host: PageBends, fault: Fault): void {
  const body: unknown = ctx.body;
  if (ctx.status !== 200 || !isObject(body)) return;
  if (fault.kind === 'huge-body') ctx.body = { ...body, padding: 'x'.repeat(fault.bytes) };
  else if (Array.isArray(body.items)) ctx.body = bendPage(ctx, host, fault, body);
  else ctx.body = bendRecord(fault, body);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
}
