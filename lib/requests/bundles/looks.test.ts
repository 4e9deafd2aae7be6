import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeLook, listCovered, listSteps, type LookedAt, type LookNeed } from '@/lib/requests/bundles/looks';
import { addressKey } from '@/lib/requests/bundles/recipient-groups';
import { explainFarAboveSheet } from '@/lib/risk/sheet-amounts';
import { SIGNAL_IDS } from '@/lib/policy/signals';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const judge = (signals: LookedAt['signals'], change: Partial<LookedAt> = {}) =>
  judgeLook({ signals, among: [], isAllowed: true, hasFiles: false, hasOpenQuestion: false, ...change });

describe('the look that an item of a batch needs', () => {
  it.each<[LookNeed, string[]]>([
    ['none', []],
    ['none', ['not-in-book', 'open-requests']],
    // Two people added the recipient to the address book.
    ['none', ['new-recipient']],
    ['screen', ['new-recipient', 'not-in-book']],
    ['none', ['address-note']],
    ['screen', ['amount-not-compared']],
    ['screen', ['new-recipient', 'not-in-book', 'amount-not-compared', 'address-note']],
    ['item', ['amount-unusual']],
    ['item', ['look-alike']],
    ['item', ['repeated-within-a-day']],
    ['item', ['memo-missing']],
    ['item', ['memo-changed']],
    ['item', ['profile-not-allowed']],
    ['item', ['check-unavailable']],
    ['item', ['new-recipient', 'not-in-book', 'text-note']],
  ])('is “%s” for %j, with a sentence for each reason', (need, signals) => {
    const look = judge(signals);
    expect(look.need).toBe(need);
    expect(look.reasons.length > 0).toBe(need !== 'none');
    expect(look.labels).toHaveLength(look.reasons.length);
    expect(look.labels).not.toContain('');
    for (const reason of look.reasons) expect(reason).toMatch(/^[A-Z].*\.$/);
  });

  it('is at the item itself for a file, an open question or what stands out in the batch, whatever else was found', () => {
    for (const change of [
      { hasFiles: true },
      { hasOpenQuestion: true },
      { among: [{ label: '9×', text: 'Nine times.', about: 'amount' as const, positions: [] }] },
    ])
      fc.assert(
        fc.property(fc.subarray(SIGNAL_IDS), (signals) => {
          expect(judge(signals, change).need).toBe('item');
        }),
      );
  });

  it('says what the checks of the amount and the address found', () => {
    const amount = { text: 'Forty times the median.', name: '40 times the typical amount' };
    const findings = { 'amount-unusual': amount, 'address-note': { text: 'It has no checksum.' } };
    expect(judge(['amount-unusual', 'new-recipient', 'not-in-book', 'address-note'], { findings })).toMatchObject({
      reasons: [amount.text, expect.stringContaining('never been paid'), 'It has no checksum.'],
      labels: [amount.name, 'first payment', 'address to check'],
    });
  });

  it('says once that an amount is far above the others of its sheet', () => {
    const amount = explainFarAboveSheet('ETH', { rows: 5, median: '2' });
    const among = [
      {
        label: '700× the median',
        text: '700 times the median of the batch. Is it right?',
        question: 'Is it right?',
        about: 'amount' as const,
        positions: [],
      },
    ];
    const look = judge(['amount-unusual'], { findings: { 'amount-unusual': { text: amount } }, among });
    expect(look).toMatchObject({ need: 'item', reasons: [`${amount} Is it right?`], labels: ['700× the median'] });
    const other = 'More than 10 times the largest so far.';
    expect(judge(['amount-unusual'], { findings: { 'amount-unusual': { text: other } }, among }).reasons).toHaveLength(
      2,
    );
  });

  it('says once that an address resembles that of a row which is known, and has the right one chosen', () => {
    const among = [
      { label: 'resembles row 3', text: 'It resembles row 3.', about: 'address' as const, positions: [2] },
    ];
    const look = judge(['look-alike'], { among });
    expect(look).toMatchObject({ need: 'item', isSimilar: true, resembles: [2], labels: ['resembles row 3'] });
    expect(look.reasons).toHaveLength(1);
  });

  it('is a decision alone wherever the rule asks for one, with the other reasons before it', () => {
    fc.assert(
      fc.property(fc.subarray(SIGNAL_IDS), (signals) => {
        const look = judge(signals, { isAllowed: false });
        expect(look.need).toBe('alone');
        expect(look.reasons.slice(0, -1)).toEqual(judge(signals).reasons);
        expect(look.reasons.at(-1)).toContain('policy');
      }),
    );
  });
});

describe('the steps through a batch', () => {
  it('show every item that needs a look once: alone, or on a screen of at most ten addresses', () => {
    const needs = fc.constantFrom<LookNeed | undefined>('none', 'screen', 'item', 'alone', undefined);
    const one = fc.tuple(needs, fc.integer({ min: 0, max: 40 }));
    fc.assert(
      fc.property(fc.array(one, { maxLength: 60 }), (drawn) => {
        const items = drawn.map(([need, to], id) => ({
          id,
          look: need ? { need } : null,
          body: {
            crypto_network: 'ETHEREUM',
            destination_address: `to-${to}`,
            asset: 'ETH',
            amount: '1',
          } as WithdrawalBody,
        }));
        const steps = listSteps(items);
        const shown = steps.flatMap((step) => step.items);
        const wanted = items.filter(({ look }) => look?.need === 'item' || look?.need === 'screen');
        expect(shown.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(wanted.map(({ id }) => id));
        const screens = steps
          .filter(({ kind }) => kind === 'screen')
          .map((step) => new Set(step.items.map(({ body }) => addressKey(body))));
        for (const { kind, items: rows } of steps) {
          expect(rows.every(({ look }) => look?.need === kind)).toBe(true);
          if (kind === 'item') expect(rows).toHaveLength(1);
        }
        const sizes = screens.map(({ size }) => size);
        expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(10);
        expect(Math.max(0, ...sizes) - Math.min(10, ...sizes)).toBeLessThanOrEqual(1);
        // Those that were looked at, and the others, are the same screens.
        const seen = new Set(steps.filter((_, index) => index % 3 === 1).flatMap((step) => step.items));
        expect(listSteps(items, (item) => seen.has(item))).toEqual(steps);
        // Each address on one screen alone.
        const all = screens.flatMap((addresses) => [...addresses]);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});

const covers = (needs: readonly LookNeed[], ...seen: number[]) => {
  const items = needs.map((need, id) => ({ id, look: { need } }));
  return listCovered(items, ({ id }) => seen.includes(id)).map(({ id }) => id);
};

describe('what an approval covers', () => {
  it('is never the unusual rows alone while others are left, and never a row that is decided on alone', () => {
    expect(covers(['item', 'screen', 'screen', 'none'])).toEqual([3]);
    expect(covers(['item', 'screen', 'screen'], 0)).toEqual([]);
    expect(covers(['item', 'screen', 'screen'], 0, 1)).toEqual([1]);
    expect(covers(['item', 'screen', 'screen'], 1, 2)).toEqual([1, 2]);
    expect(covers(['item', 'screen', 'screen'], 0, 1, 2)).toEqual([0, 1, 2]);
    expect(covers(['item', 'item', 'alone'], 0, 2)).toEqual([]);
    expect(covers(['item', 'item', 'alone'], 0, 1, 2)).toEqual([0, 1]);
  });
});
