import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { Readable } from 'node:stream';
import { answerProblem } from '@/sandbox/api/answer';
import { problem } from '@/sandbox/problems';
import { WEBHOOK_FAULTS, type WebhookFault, type WebhookInbox } from '@/sandbox/webhooks/inbox';

const ENDLESS_BYTES = 256 * 1024 * 1024;

/** Adds the receiver of webhooks, what it received as JSON, and its faults. */
export function addWebhookRoutes(router: Router, inbox: WebhookInbox, clock: () => number): void {
  router.get('/_sandbox/webhooks', (ctx) => {
    ctx.body = { items: inbox.list() };
  });
  router.delete('/_sandbox/webhooks', (ctx) => {
    inbox.clear();
    ctx.status = 204;
  });
  router.post('/_sandbox/webhook-faults', (ctx) => {
    const { fault, times = 1, name } = (ctx.request.body ?? {}) as Record<string, unknown>;
    const kind = WEBHOOK_FAULTS.find((known) => known === fault);
    const isValid = typeof times === 'number' && Number.isInteger(times) && times >= 0;
    if (kind === undefined || !isValid || (name !== undefined && typeof name !== 'string'))
      return answerProblem(
        ctx,
        problem('bad-request', `Give a fault (${WEBHOOK_FAULTS.join(', ')}) and a number of times.`),
      );
    inbox.fail(kind, times, name);
    ctx.status = 204;
  });
  router.post('/_sandbox/webhooks/:name', async (ctx) => {
    const name = String(ctx.params.name);
    const fault = inbox.takeFault(name);
    if (fault !== undefined) return fail(ctx, fault);
    const headers = Object.fromEntries(Object.entries(ctx.headers).map(([key, value]) => [key, String(value)]));
    const { rawBody } = ctx.request as { rawBody?: string };
    inbox.keep({ at: new Date(clock()).toISOString(), name, headers, body: rawBody ?? '' });
    ctx.body = { ok: true };
  });
}

function fail(ctx: Context, fault: WebhookFault): unknown {
  switch (fault) {
    case 'close':
      ctx.req.socket.destroy();
      return;
    case 'hang':
      return new Promise((resolve) => ctx.req.on('close', resolve));
    case 'endless':
      ctx.status = 200;
      ctx.body = endless();
      return;
    case 301:
      ctx.status = 301;
      ctx.set('location', '/_sandbox/webhooks/redirected');
      return;
    case 429:
      ctx.status = 429;
      ctx.set('retry-after', '120');
      return;
    case 410:
    case 500:
      ctx.status = fault;
  }
}

function endless(): Readable {
  let sent = 0;
  return new Readable({
    read(size) {
      sent += size;
      this.push(sent > ENDLESS_BYTES ? null : Buffer.alloc(size, 'x'));
    },
  });
}
