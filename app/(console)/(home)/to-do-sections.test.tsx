import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DecisionsSection, FirstDaySection } from '@/app/(console)/(home)/to-do-sections';
import { TodaySection } from '@/app/(console)/(home)/today-section';
import { WaitingSection } from '@/app/(console)/(home)/waiting-section';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { type ApprovalQueue, EMPTY_QUEUE } from '@/lib/requests/queue';

const QUEUE: ApprovalQueue = { ...EMPTY_QUEUE, counts: { ...EMPTY_QUEUE.counts, others: 4 } };
const CHANGE = { id: '1', kind: 'policy', subject: 'policy', proposedBy: 'admin-two', proposedAt: '', comment: '' };

describe('what is the reader’s to do', () => {
  it('is one line that leads to the queue and says what waits there', () => {
    const queue = {
      ...QUEUE,
      counts: { ...QUEUE.counts, needsMe: 2 },
      value: { usd: '1500', pricedAt: null },
      changes: { needsMe: [CHANGE], mine: [] },
    } as ApprovalQueue;
    const shown = renderToStaticMarkup(<DecisionsSection queue={queue} />);
    expect(shown).toContain('3 need your decision');
    expect(shown).toContain('≈ 1,500 USD');
    expect(shown).toContain('Policy');
    expect(shown).toContain('href="/approvals"');
  });

  it('draws nothing where nothing is to do', () => {
    expect(renderToStaticMarkup(<DecisionsSection queue={QUEUE} />)).toBe('');
    expect(renderToStaticMarkup(<FirstDaySection isBookToBegin={false} />)).toBe('');
    expect(renderToStaticMarkup(<FirstDaySection isBookToBegin />)).toContain('href="/recipients/adopt"');
  });
});

const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

const SENT = {
  id: 'r',
  refId: 'INV-1',
  state: 'SENT',
  recipientName: 'Larkspur Logistics',
  approvals: { given: 2, required: 2, void: [] },
  body: { asset: 'USDC', amount: '3315.6', crypto_network: 'ETHEREUM', destination_address: '0x1' },
  send: { state: 'UNKNOWN', isClosed: false, transferStatus: null },
} as unknown as RequestSummary;

describe('what waits for others', () => {
  it('has the amount, value and next step of each line, and a batch its sum', () => {
    const batch = { id: 'b', name: 'Suppliers', count: 12, waiting: 11, value: { usd: '21062', pricedAt: null } };
    const totals = [{ asset: 'USDC', total: '21061.84', count: 11, value: null }];
    const queue = { ...EMPTY_QUEUE, batches: { needsMe: [], others: [{ ...batch, totals }] } };
    const shown = textOf(
      renderToStaticMarkup(
        <WaitingSection
          queue={queue as unknown as ApprovalQueue}
          unresolved={[{ ...SENT, value: { usd: '3316', pricedAt: null } }]}
          now={0}
        />,
      ),
    );
    expect(shown).toMatch(/3,315\.60 USDC ≈ 3,316 USD .*Outcome unknown .*Do not request it again\./);
    expect(shown).toMatch(/21,061\.84 USDC ≈ 21,062 USD Suppliers 11 of 12 payments awaiting approval/);
  });
});

describe('the day', () => {
  it('has each count apart from its name', () => {
    const figures = [{ name: 'Completed', transfers: 10, value: { usd: '83913', pricedAt: null } }];
    expect(textOf(renderToStaticMarkup(<TodaySection figures={figures} />))).toMatch(
      /Completed 83,913 USD 10 withdrawals/,
    );
  });
});
