import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TransferLinks } from '@/app/(console)/transfers/_details/_facts/transfer-links';
import type { LinkedTransfer } from '@/lib/cases/transfer-detail';

const LINKED: LinkedTransfer[] = [
  {
    kind: 'group',
    id: 't-2',
    transfer: {
      type: 'PAXOS_TRANSFER_CREDIT',
      amount: '7',
      asset: 'ETH',
      direction: 'CREDIT',
      status: 'COMPLETED',
      created_at: '2026-11-22T07:00:00Z',
    },
  },
  { kind: 'converted-to', id: 'a b/c', transfer: null },
];

test('each linked transfer is a link to its page, with what it is, as far as it is known', () => {
  const markup = renderToString(<TransferLinks linked={LINKED} hasMore />);
  const text = markup.replaceAll(/<!--.*?-->|<[^>]*>/g, ' ');
  expect(markup).toContain('href="/transfers/t-2"');
  expect(markup).toContain('href="/transfers/a%20b%2Fc"');
  for (const part of ['Same group', 'Completed', 'Converted to', 'Not synced yet.', 'There are more linked transfers.'])
    expect(text).toContain(part);
});

test('without a linked transfer there is no list', () => {
  expect(renderToString(<TransferLinks linked={[]} hasMore={false} />)).toBe('');
});
