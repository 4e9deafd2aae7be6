import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { DecisionsSection, FirstDaySection } from '@/app/(console)/(home)/to-do-sections';
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
