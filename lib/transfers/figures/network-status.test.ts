import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  explainBasis,
  judgeLine,
  type NetworkLine,
  readPace,
  summarizeNetworks,
} from '@/lib/transfers/figures/network-status';

const MINUTE = 60_000;

const line = (changes: Partial<NetworkLine> = {}): NetworkLine => ({
  kind: { network: 'SOLANA', asset: 'USDC', direction: 'DEBIT', type: 'CRYPTO_WITHDRAWAL' },
  typical: { samples: 200, medianMs: 16_000, p90Ms: 30_000 },
  pending: { transfers: 0, oldestMs: null, delayed: 0, held: 0, stuck: 0, delayedUntil: null },
  lastHour: { transfers: 5, medianMs: 15_000 },
  lastDay: { transfers: 80, medianMs: 17_000 },
  ...changes,
});
const pending = (transfers: number, delayed: number, stuck = delayed): Pick<NetworkLine, 'pending'> => ({
  pending: {
    transfers,
    oldestMs: 9 * MINUTE,
    delayed,
    held: 0,
    stuck,
    delayedUntil: delayed > 0 ? '2026-11-20T10:00:00.000000Z' : null,
  },
});
const QUIET = { transfers: 0, medianMs: 0 };

const pace = (changes: Partial<NetworkLine>) => readPace(line({ ...changes, lastHour: QUIET }));

describe('the verdict on a network', () => {
  it.each<[string, Partial<NetworkLine>, string, string]>([
    ['usual durations', {}, 'normal', 'Normal'],
    ['an outlier among the pending', pending(10, 1), 'normal', 'Normal'],
    [
      'three times the typical time',
      { lastHour: { transfers: 5, medianMs: 48_000 } },
      'slow',
      '3 times the typical time',
    ],
    [
      'an hour with too few, within a slow day',
      { lastHour: { transfers: 2, medianMs: 15_000 }, lastDay: { transfers: 80, medianMs: 40_000 } },
      'slow',
      '2.5 times the typical time',
    ],
    [
      'twice the typical time, as one of ten takes',
      { lastHour: { transfers: 5, medianMs: 30_000 } },
      'normal',
      'Normal',
    ],
    [
      'nothing completed and one delayed',
      { ...pending(1, 1), lastHour: QUIET, lastDay: QUIET },
      'slow',
      '1 delayed, and no newer transfer completed',
    ],
    ['half of the pending stuck', pending(6, 3), 'slow', '3 delayed, and no newer transfer completed'],
    [
      'three stuck beside ten that were overtaken',
      pending(13, 13, 3),
      'slow',
      '3 delayed, and no newer transfer completed',
    ],
    ['delayed transfers that newer ones have overtaken', pending(6, 6, 0), 'delayed', 'All 6 delayed'],
    ['most of the pending delayed', pending(7, 5, 0), 'delayed', '5 of 7 delayed'],
    ['half of the pending delayed', pending(6, 3, 0), 'normal', 'Normal'],
    ['an old delay on a quiet day', { ...pending(1, 1, 0), lastHour: QUIET }, 'delayed', '1 delayed'],
    [
      'a delay among too few to tell',
      { ...pending(2, 2, 0), lastHour: QUIET, lastDay: { transfers: 2, medianMs: 1_000 } },
      'delayed',
      'All 2 delayed',
    ],
    [
      'nothing completed and nothing pending',
      { lastHour: QUIET, lastDay: QUIET },
      'unknown',
      'Too few to tell: 0 completed in the last 24 hours',
    ],
    [
      'a single slow transfer of a day',
      { lastHour: QUIET, lastDay: { transfers: 1, medianMs: 40 * MINUTE } },
      'unknown',
      'Too few to tell: 1 completed in the last 24 hours',
    ],
    [
      'too few to compare',
      { typical: { samples: 19, medianMs: 1, p90Ms: 1 } },
      'unknown',
      'Too few to tell: 19 of 20 completed',
    ],
  ])('of %s', (_what, changes, level, text) => {
    expect(judgeLine(line(changes))).toEqual({ level, text });
  });

  it('is slow by what still pends, whatever completed before', () => {
    expect(pace(pending(1, 1))).toEqual({ nowMs: 9 * MINUTE, isAtLeast: true, usualMs: 16_000 });
    expect(pace(pending(2, 2, 1))).toEqual({ nowMs: 30_000, isAtLeast: true, usualMs: 16_000 });
    expect(pace(pending(1, 1, 0))).toEqual({ nowMs: 17_000, isAtLeast: false, usualMs: 16_000 });
    // As unknown as the verdict, where too few completed.
    expect(pace({ lastDay: { transfers: 2, medianMs: 1_000 } })).toEqual({
      nowMs: null,
      isAtLeast: false,
      usualMs: 16_000,
    });
  });

  it('says what it is based on', () => {
    expect(explainBasis(line())).toBe(
      'Median 15 s of 5 completed in the last hour; typical 16 s, 9 of 10 within 30 s (last 200 completed).',
    );
    expect(explainBasis(line({ lastHour: QUIET, lastDay: QUIET }))).toMatch(/^None completed in the last 24 hours; /);
    expect(explainBasis(line({ typical: { samples: 0, medianMs: 0, p90Ms: 0 } }))).toBe(
      'Median 15 s of 5 completed in the last hour.',
    );
  });
});

const lineOf = (asset: string, changes: Partial<NetworkLine>) => line({ kind: { ...line().kind, asset }, ...changes });
const textOf = (...lines: NetworkLine[]) => summarizeNetworks(lines)[0]?.verdict.text;

describe('networks', () => {
  it('stand with the slow ones first, then by what is pending', () => {
    const on = (network: string, changes: Partial<NetworkLine> = {}) =>
      line({ kind: { network, asset: 'ETH', direction: 'DEBIT', type: 'CRYPTO_WITHDRAWAL' }, ...changes });
    const summaries = summarizeNetworks([
      on('BASE'),
      on('INK', pending(9, 0)),
      on('STELLAR', pending(6, 6)),
      line(),
      line({ kind: { ...line().kind, direction: 'CREDIT', type: 'CRYPTO_DEPOSIT' } }),
      line({ ...pending(6, 6), kind: { ...line().kind, asset: 'PYUSD' } }),
    ]);
    expect(summaries.map(({ network, verdict }) => [network, verdict.text])).toEqual([
      ['STELLAR', '6 delayed, and no newer transfer completed'],
      ['SOLANA', '6 delayed, and no newer transfer completed'],
      ['INK', 'Normal'],
      ['BASE', 'Normal'],
    ]);
    expect(summaries.map(({ slowKind }) => slowKind?.asset)).toEqual([undefined, 'PYUSD', undefined, undefined]);
    expect(summaries[1]?.lines.map(({ kind }) => kind.asset)).toEqual(['PYUSD', 'USDC', 'USDC']);
    expect(summaries.map(({ pending: { transfers, delayed } }) => [transfers, delayed])).toEqual([
      [6, 6],
      [6, 6],
      [9, 0],
      [0, 0],
    ]);
    expect(summaries[1]?.pace).toEqual({ nowMs: 9 * MINUTE, isAtLeast: true, usualMs: 16_000 });
  });

  it('say how many kinds are slow, and what is delayed over all of them', () => {
    expect(textOf(lineOf('A', pending(6, 6)), lineOf('B', pending(6, 6)), lineOf('C', {}))).toBe('Slower for 2 of 3');
    expect(textOf(lineOf('A', pending(6, 6)), lineOf('B', pending(6, 6)))).toBe('Slower than usual');
    expect(textOf(lineOf('A', pending(4, 4, 0)), lineOf('B', {}))).toBe('All 4 delayed');
    expect(textOf(lineOf('A', pending(2, 2, 0)), lineOf('B', pending(8, 0)))).toBe('Normal');
  });

  it('are not judged while the transfers are not up to date', () => {
    const [summary] = summarizeNetworks([line(pending(6, 6))], false);
    expect([summary?.verdict, ...(summary?.lines ?? []).map(({ verdict }) => verdict)]).toEqual(
      Array.from({ length: 2 }, () => ({ level: 'unknown', text: 'Not judged: the transfers are not up to date' })),
    );
  });

  it('have a verdict whatever the figures', () => {
    const count = fc.nat({ max: 1_000 });
    const ms = fc.nat({ max: 10 ** 9 });
    const duration = fc.record({ transfers: count, medianMs: ms });
    fc.assert(
      fc.property(
        fc.record({ samples: count, medianMs: ms, p90Ms: ms }),
        fc.record({ transfers: count, delayed: count, stuck: count }),
        duration,
        duration,
        (typical, waiting, lastHour, lastDay) => {
          const given = line({
            typical,
            lastHour,
            lastDay,
            ...pending(waiting.transfers, waiting.delayed, waiting.stuck),
          });
          expect(judgeLine(given).text).not.toMatch(/NaN|Infinity|undefined/);
          expect(explainBasis(given)).not.toMatch(/NaN|Infinity|undefined/);
        },
      ),
    );
  });
});
