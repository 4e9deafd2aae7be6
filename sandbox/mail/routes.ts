import type { Router } from '@koa/router';
import { answerProblem } from '@/sandbox/api/answer';
import type { Mailbox, MailFault } from '@/sandbox/mail/mailbox';
import { renderMailPage } from '@/sandbox/mail/page';
import { problem } from '@/sandbox/problems';

const FAULTS: readonly MailFault[] = ['refuse', 'refuse-later', 'close'];

/** Adds the page of received mails, the same as JSON for tests, and the faults of the mail server. */
export function addMailRoutes(router: Router, mailbox: Mailbox): void {
  router.get('/mail', (ctx) => {
    const to = typeof ctx.query.to === 'string' ? ctx.query.to : '';
    ctx.type = 'html';
    ctx.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'");
    ctx.set('cache-control', 'no-store');
    ctx.body = renderMailPage(mailbox.list(), to);
  });
  router.get('/_sandbox/mails', (ctx) => {
    const { to } = ctx.query;
    const mails = mailbox.list();
    ctx.body = { items: typeof to === 'string' ? mails.filter((mail) => mail.to.includes(to)) : mails };
  });
  router.post('/_sandbox/mail-faults', (ctx) => {
    const { fault, times = 1 } = (ctx.request.body ?? {}) as { fault?: unknown; times?: unknown };
    const kind = FAULTS.find((known) => known === fault);
    if (!kind || typeof times !== 'number' || !Number.isInteger(times) || times < 0)
      return answerProblem(ctx, problem('bad-request', `Give a fault (${FAULTS.join(', ')}) and a number of times.`));
    mailbox.fail(kind, times);
    ctx.status = 204;
  });
}
