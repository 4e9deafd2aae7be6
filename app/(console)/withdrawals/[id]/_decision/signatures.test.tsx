import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Signatures } from '@/app/(console)/withdrawals/[id]/_decision/signatures';
import { RequestNotices } from '@/app/(console)/withdrawals/[id]/_page/request-notices';
import type { RequestView } from '@/lib/requests/request-view';

/** A request as the page and the reading pane of the queue take it, with what these parts show. */
const request = (change: object = {}) =>
  ({
    id: '3d0e4b1c-0000-4000-8000-000000000001',
    refId: 'INV-2291',
    requesterName: 'finance',
    versionAt: '2026-11-22T09:00:00Z',
    requestSeed: 'finance',
    isRequestSigned: false,
    decisions: [],
    version: 1,
    state: 'AWAITING_APPROVAL',
    approvals: { given: 0, required: 2, void: ['approver-one’s approval does not count: they are suspended.'] },
    needs: [],
    isMine: false,
    denialReason: { approve: null },
    canFillNeed: true,
    hasEvidence: false,
    send: null,
    alarm: null,
    stopped: null,
    hold: null,
    returnReason: null,
    isBeforeRestore: false,
    rule: {
      number: 1,
      name: 'All',
      sentence: 'Rule 1 applies: two approvals are needed.',
      needsOnlyApprovals: false,
      part: null,
      limits: [],
      newest: null,
    },
    ...change,
  }) as unknown as RequestView;

/** A request that was approved, with the state of its send. */
const sent = (state: string) => ({ state: 'APPROVED', send: { state, isClosed: false, transferStatus: null } });

const textOf = (change?: object) =>
  renderToStaticMarkup(
    <>
      <RequestNotices request={request(change)} isStale={false} />
      <Signatures request={request(change)} />
    </>,
  ).replaceAll(/<[^>]*>/g, ' ');

it('says by which rule approvals are needed, why where that is no finding, and which do not count', () => {
  expect(textOf()).toContain('Rule 1 applies: two approvals are needed.');
  const sentence = 'Rule 1 applies because it is large: two approvals are needed.';
  expect(textOf({ rule: { ...request().rule, sentence, needsOnlyApprovals: true } })).toMatch(/By rule\s+1\s*\(\s*All/);
  const part = 'first payment in ETH';
  expect(textOf({ rule: { ...request().rule, needsOnlyApprovals: true, part } })).toMatch(
    /All\s*\)\s*: first payment in ETH/,
  );
  expect(textOf()).toContain('approver-one’s approval does not count: they are suspended.');
  expect(textOf({ state: 'REJECTED' })).not.toContain('Rule 1 applies');
});

it('says first what is not as usual: from before a restore, on hold, perhaps sent', () => {
  const beforeRestore = textOf({ isBeforeRestore: true });
  expect(beforeRestore).toMatch(/from before the database was restored.*Look up its reference.*Requested by/);
  expect(textOf()).not.toContain('restored');
  expect(textOf(sent('UNKNOWN'))).toMatch(/may have been sent\. Do not request it again\..*Requested by/);
  const hold = { explanation: { title: 'A person put it on hold', detail: 'Nothing was sent.', next: '' } };
  expect(textOf({ ...sent('HOLD'), hold })).toMatch(/A person put it on hold.*Requested by/);
});
