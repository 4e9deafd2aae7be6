import { expect, it } from 'vitest';
import { countPdfLines } from '@/lib/documents/pdf-document';

it('counts rows, totals, facts and paragraphs', () => {
  const columns = [{ title: 'Date', width: 1 }];
  const lines = countPdfLines({
    title: 'Statement',
    createdAt: '2026-11-12T10:00:00Z',
    footer: '',
    blocks: [
      { kind: 'heading', text: 'Movements' },
      { kind: 'facts', facts: [{ label: 'Asset', value: 'BTC' }] },
      { kind: 'table', columns, rows: [['1'], ['2']], totals: [['3']] },
      { kind: 'table', columns, rows: [] },
    ],
  });
  expect(lines).toBe(5);
});
