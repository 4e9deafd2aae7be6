import type { Context } from 'koa';
import { answerProblem } from '@/sandbox/api/answer';
import type { Fault } from '@/sandbox/faults/fault';
import { problem, problemOfStatus } from '@/sandbox/problems';

/** Answers 429, with Retry-After in seconds if given. */
export function answerThrottled(ctx: Context, retryAfter: number | undefined): void {
  answerProblem(ctx, problem('too-many-requests', 'Too many requests.'));
  if (retryAfter !== undefined) ctx.set('retry-after', String(retryAfter));
}

/** Answers with a bare error status; on the token operation with an OAuth error body. */
export function answerError(ctx: Context, fault: Extract<Fault, { kind: 'error' }>): void {
  const { status, type, detail = `An injected fault answers ${status}.` } = fault;
  answerProblem(ctx, problemOfStatus(status, detail, type));
  if (ctx.path !== '/oauth2/token') return;
  ctx.body = { error: status < 500 ? 'invalid_request' : 'server_error', error_description: detail };
  ctx.type = 'application/json';
}

/** Answers with a redirect, which clients must not follow. */
export function answerRedirect(ctx: Context, status: number, location: string): void {
  ctx.redirect(location);
  ctx.status = status;
}

/** Ends the connection without an answer. */
export function resetConnection(ctx: Context): void {
  bypassKoa(ctx, 'reset');
  ctx.req.socket.resetAndDestroy();
}

/** Announces the length of the whole body, sends half of it and ends the connection. */
export function cutBody(ctx: Context): void {
  const body = bodyBytes(ctx);
  bypassKoa(ctx, 'cut');
  ctx.res.writeHead(ctx.status, { 'content-type': ctx.type || 'application/json', 'content-length': body.length });
  ctx.res.write(body.subarray(0, Math.floor(body.length / 2)), () => ctx.req.socket.destroy());
}

/** Answers in full with a body that has lost the end of its JSON. */
export function breakJson(ctx: Context): void {
  const type = ctx.type || 'application/json';
  const body = bodyBytes(ctx);
  ctx.body = body.subarray(0, Math.max(1, body.length - 2));
  ctx.type = type;
}

function bodyBytes(ctx: Context): Buffer {
  return Buffer.from(typeof ctx.body === 'string' ? ctx.body : JSON.stringify(ctx.body ?? null));
}

// Keeps Koa from answering; the statistics count the ending in place of a status.
function bypassKoa(ctx: Context, ending: 'reset' | 'cut'): void {
  ctx.respond = false;
  ctx.state.ending = ending;
}
