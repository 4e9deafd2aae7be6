import { expect, it } from 'vitest';
import type { RequestState } from '@/lib/requests/decisions';
import { keepsBeneficiary } from '@/lib/requests/request-view';
import type { SendState } from '@/lib/sends/send-machine';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const request = (state: RequestState, send: SendState | null = null, beneficiary: object | undefined = {}) => ({
  state,
  send: send && { state: send, isClosed: false, transferStatus: null },
  body: { beneficiary } as unknown as WithdrawalBody,
});

it.each<[RequestState, SendState | null, boolean]>([
  ['AWAITING_APPROVAL', null, true],
  ['APPROVED', null, true],
  ['APPROVED', 'QUEUED', true],
  ['APPROVED', 'HOLD', true],
  ['APPROVED', 'UNKNOWN', true],
  ['SENT', 'ACCEPTED', false],
  ['SENT', 'REFUSED', false],
  ['REJECTED', null, false],
  ['EXPIRED', null, false],
  ['CANCELLED', null, false],
])('a request that is %s, with the send %s, is named for its beneficiary: %s', (state, send, isNamed) => {
  expect(keepsBeneficiary(request(state, send), 'omit')).toBe(isNamed);
  expect(keepsBeneficiary(request(state, send), 'send')).toBe(false);
  expect(keepsBeneficiary({ ...request(state, send), body: {} as WithdrawalBody }, 'omit')).toBe(false);
});
