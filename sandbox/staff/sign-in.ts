import { bodyParser } from '@koa/bodyparser';
import type { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { errors, type Provider } from 'oidc-provider';
import { z } from 'zod';
import { answerProblem } from '@/sandbox/api/answer';
import { problem } from '@/sandbox/problems';
import { findPerson } from '@/sandbox/staff/people';
import { renderExpiredPage, renderSignInPage, type SignInNotes } from '@/sandbox/staff/sign-in-page';

/** Path to which the provider sends a browser to sign in. */
export const SIGN_IN_PATH = '/sign-in';

const notesSchema = z.record(z.string(), z.string());

/**
 * Adds the two routes of the sign-in page: one shows it, the other takes the chosen person. A third takes the notes
 * that it shows until the sandbox ends.
 */
export function addSignInRoutes(router: Router, provider: Provider): void {
  let notes: SignInNotes = {};
  router.put('/_sandbox/sign-in-notes', (ctx) => {
    const given = notesSchema.safeParse(ctx.request.body);
    if (!given.success) return answerProblem(ctx, problem('bad-request', 'Give a text for each subject.'));
    notes = given.data;
    ctx.status = 204;
  });
  router.get(`${SIGN_IN_PATH}/:uid`, handleExpired, async (ctx) => {
    await provider.interactionDetails(ctx.req, ctx.res);
    showPage(ctx, 200, renderSignInPage(notes));
  });
  router.post(`${SIGN_IN_PATH}/:uid`, bodyParser({ enableTypes: ['form'] }), handleExpired, async (ctx) => {
    const person = findPerson((ctx.request.body as { subject?: unknown }).subject);
    if (!person) return showPage(ctx, 400, renderSignInPage(notes));
    const returnTo = await provider.interactionResult(
      ctx.req,
      ctx.res,
      { login: { accountId: person.subject } },
      { mergeWithLastSubmission: false },
    );
    ctx.status = 303;
    ctx.redirect(returnTo);
  });
}

const handleExpired: Middleware = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    showPage(ctx, 400, renderExpiredPage());
  }
};

function showPage(ctx: Context, status: number, html: string): void {
  ctx.status = status;
  ctx.type = 'html';
  ctx.set('cache-control', 'no-store');
  // No form-action: Chromium applies it to the redirects that follow a form, and these lead to the console.
  ctx.set(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  );
  ctx.body = html;
}
