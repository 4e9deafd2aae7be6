import { expect, it } from 'vitest';
import type { ReceivedMail } from '@/sandbox/mail/mailbox';
import { renderMailPage } from '@/sandbox/mail/page';

const mail = (who: string, change: Partial<ReceivedMail> = {}): ReceivedMail => ({
  number: 1,
  messageId: `<1@${who}>`,
  from: 'console@countersign.example',
  to: [`${who}@countersign.example`],
  subject: `News for ${who}`,
  text: 'Open http://127.0.0.1:3000/withdrawals/1 & decide.',
  html: '',
  events: [],
  at: '2026-11-20T10:05:00.000Z',
  ...change,
});

it('shows every mail, and those of one address that is chosen', () => {
  const mails = [mail('approver-one'), mail('finance')];
  expect(renderMailPage(mails, '').match(/<article>/g)).toHaveLength(2);
  const page = renderMailPage(mails, 'approver-one@countersign.example');
  expect(page).toContain(
    '<a href="/mail?to=approver-one%40countersign.example" aria-current="page">approver-one@countersign.example</a>',
  );
  expect(page).toContain('<h2>News for approver-one</h2>');
  expect(page).not.toContain('<h2>News for finance</h2>');
  expect(page).toContain('2026-11-20 10:05:00 UTC');
  expect(renderMailPage([], '')).toContain('No mail yet.');
});

it('links addresses, and shows markup in a mail as text', () => {
  const page = renderMailPage([mail('finance', { subject: '<b>1</b>' })], '');
  const link = 'http://127.0.0.1:3000/withdrawals/1';
  expect(page).toContain(`Open <a href="${link}">${link}</a> &#38; decide.`);
  expect(page).toContain('<h2>&#60;b&#62;1&#60;/b&#62;</h2>');
});
