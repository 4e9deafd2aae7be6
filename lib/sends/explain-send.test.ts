import { expect, it } from 'vitest';
import { describeResolution, explainAttempt, explainHold } from '@/lib/sends/explain-send';
import type { HoldReason, SendReason } from '@/lib/sends/send-machine';

const SENT = /was sent once/;
const NOT_SENT = /Nothing was sent/;
const PERHAPS = /may have (?:been sent|gone through)|Do not request this withdrawal again/;

// Every explanation says whether anything was sent.
it.each<[SendReason, RegExp]>([
  ['accepted', SENT],
  ['adopted', SENT],
  ['refused', NOT_SENT],
  ['not-reached', NOT_SENT],
  ['stopped', NOT_SENT],
  ['held-back', NOT_SENT],
  ['throttled', NOT_SENT],
  ['credential-refused', NOT_SENT],
  ['answer-lost', PERHAPS],
  ['answer-unreadable', PERHAPS],
  ['answer-differs', PERHAPS],
  ['server-failure', PERHAPS],
  ['reference-taken', PERHAPS],
  ['existing-differs', /Nothing more is sent/],
  ['refused-after-doubt', PERHAPS],
  ['lease-lost', PERHAPS],
])('says for “%s” whether anything was sent', (reason, expected) => {
  const { title, detail, next } = explainAttempt({ reason, differences: ['amount'] });
  expect(`${title}. ${detail} ${next}`).toMatch(expected);
});

it.each<[HoldReason, string]>([
  [{ kind: 'changed', detail: 'The stored bytes do not match their hash.' }, 'match their hash'],
  [{ kind: 'differs', transferId: 't-1', differences: ['amount', 'asset'] }, 't-1 differs in amount and asset'],
  [{ kind: 'several', transferIds: ['t-1', 't-2'] }, 't-1 and t-2'],
  [{ kind: 'unlisted', transferId: 't-1' }, 't-1 has this reference'],
  [{ kind: 'not-found', posts: 3 }, '3 times'],
  [{ kind: 'held', personId: 'p', by: 'Ann', reason: 'Forged.', isAmbiguous: false }, '“Forged.” Nothing was sent'],
  [{ kind: 'held', personId: 'p', by: 'Ann', reason: 'Forged.', isAmbiguous: true }, 'may have been sent'],
  [{ kind: 'limit', detail: 'Rule 1 refuses.', isAmbiguous: false }, 'Rule 1 refuses. Nothing was sent'],
  [{ kind: 'limit', detail: 'Rule 1 refuses.', isAmbiguous: true }, 'may have been sent'],
])('explains why a send is on hold, and what two people can do: %j', (hold, fact) => {
  const { title, detail, next } = explainHold(hold);
  expect(`${title} ${detail}`).toContain(fact);
  expect(next).toMatch(/two people/i);
});

it('warns the person who confirms a resolution', () => {
  expect(describeResolution({ kind: 'send-again' })).toContain('twice');
  expect(describeResolution({ kind: 'send-again', isUnsent: true })).toContain('Nothing was sent before');
  expect(describeResolution({ kind: 'adopt', transferId: 't-1', differences: ['amount'] })).toContain(
    'although it differs in amount',
  );
  expect(describeResolution({ kind: 'adopt', transferId: 't-1', differences: [] })).toContain('matches the request');
  expect(describeResolution({ kind: 'close' })).toContain('not sent');
});
