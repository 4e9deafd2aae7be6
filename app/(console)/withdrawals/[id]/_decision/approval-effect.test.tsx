import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ApprovalEffect } from '@/app/(console)/withdrawals/[id]/_decision/approval-effect';
import type { RequestView } from '@/lib/requests/request-view';

const sayOf = (openQuestionIds: number[], isShort = false) => {
  const request = {
    approvals: { given: 0, required: 2, void: [] },
    bundle: null,
    canFillNeed: true,
    rule: { leavesAt: null },
    stopped: null,
    body: { asset: 'ETH', amount: '1' },
    conversation: { openQuestionIds },
  } as unknown as RequestView;
  return renderToStaticMarkup(<ApprovalEffect request={request} isShort={isShort} />);
};

it('says in the dialog, as beside the button, that an open question keeps the withdrawal back', () => {
  const question = 'Nothing is sent until the open question is answered.';
  expect(sayOf([])).toBe('One more approval is required after yours.');
  expect(sayOf([7])).toBe(`One more approval is required after yours. ${question}`);
  expect(sayOf([7], true)).toBe(question);
});
