import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NetworksTable } from '@/app/(console)/networks/networks-table';
import { type NetworkLine, summarizeNetworks } from '@/lib/transfers/figures/network-status';

const HOUR = 3_600_000;
const line = (asset: string, pending: Partial<NetworkLine['pending']> = {}): NetworkLine => ({
  kind: { network: 'SOLANA', asset, direction: 'CREDIT', type: 'CRYPTO_DEPOSIT' },
  typical: { samples: 200, medianMs: 16_000, p90Ms: 30_000 },
  pending: { transfers: 0, oldestMs: null, delayed: 0, held: 0, stuck: 0, delayedUntil: null, ...pending },
  lastHour: { transfers: 5, medianMs: 15_000 },
  lastDay: { transfers: 80, medianMs: 17_000 },
});
const textOf = (...lines: NetworkLine[]) =>
  renderToStaticMarkup(<NetworksTable networks={summarizeNetworks(lines)} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

it('a network whose pending transfers are late is not “Normal”, and says so on a phone too', () => {
  const text = textOf(line('SOL'), line('USDC', { transfers: 4, delayed: 4, held: 1, oldestMs: 8 * HOUR }));
  expect(text).toContain('All 4 delayed , 1 needs attention');
  expect(text).not.toContain('Normal');
  expect(text).toContain('Now 15 s · usually 16 s · oldest 8 h');
});

it('a network names the one kind that is slow, once', () => {
  const text = textOf(line('SOL'), line('US\u202EDC', { transfers: 3, delayed: 3, stuck: 3, oldestMs: HOUR }));
  expect(text).toMatch(/US ?⟨U\+202E⟩ ?DC deposit : 3 delayed, and no newer transfer completed/);
  expect(text).not.toContain('Slower for 1 of 2');
  expect(text).toMatch(/Now over 1 h · usually 16 s · oldest 1 h · delayed 3/);
});
