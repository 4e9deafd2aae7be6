import { expect, it } from 'vitest';
import { foldRequests } from '@/lib/search/found';

it('a request whose transfer is shown is no second match', () => {
  const [sent, other, unsent] = [{ transferId: 't-1' }, { transferId: 't-2' }, { transferId: null }];
  const { ofTransfer, others } = foldRequests([sent, other, unsent], [{ id: 't-1' }, { id: null }]);
  expect([...ofTransfer]).toEqual([['t-1', sent]]);
  expect(others).toEqual([other, unsent]);
});
