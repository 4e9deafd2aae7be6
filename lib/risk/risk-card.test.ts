import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_REGISTRY } from '@/lib/networks/assets';
import type { RiskFacts, Payment } from '@/lib/risk/risk-facts';
import { assessRisk } from '@/lib/risk/risk-card';
import type { Coverage } from '@/lib/mirror/coverage';

const COVERAGE: Coverage = {
  transfers: 1204,
  isComplete: true,
  asOf: '2026-11-20T12:00:00.000Z',
  oldestAt: null,
  progress: null,
  error: null,
  staleSince: null,
  answeredAt: '2026-11-20T12:00:14.000Z',
};

const pay = (change: Partial<Payment> = {}): Payment => ({
  network: 'ETHEREUM',
  asset: 'ETH',
  value: '1',
  memo: null,
  at: '2026-03-03T10:00:00.000Z',
  ...change,
});
const many = (count: number, change: Partial<Payment> = {}) => Array.from({ length: count }, () => pay(change));

const facts = (change: Partial<RiskFacts> = {}): RiskFacts => ({
  network: 'ETHEREUM',
  asset: 'ETH',
  value: '1',
  memo: null,
  profileId: 'p-ops',
  own: { value: many(14) },
  older: { value: [] },
  coverage: { value: COVERAGE },
  ofProfile: { value: [] },
  repeated: { value: 0 },
  open: { value: { awaiting: 0, approved: 0, underWay: 0, inDoubt: 0 } },
  saved: { value: [{ name: 'Cold store', memo: null, profiles: [], isThis: true }] },
  directory: { value: DEFAULT_REGISTRY },
  ...change,
});

function line(id: string, change: Partial<RiskFacts> = {}) {
  const card = assessRisk(facts(change));
  return { ...card.lines.find((each) => each.id === id), signals: card.signals };
}

describe('what was paid before', () => {
  it('raises nothing where all is as it was, and says what it rests on', () => {
    expect(assessRisk(facts()).signals).toEqual([]);
    expect(line('paid', { older: { value: many(3) } })).toMatchObject({
      state: 'ok',
      text: 'Paid 14 times from here, last on 3 March 2026; paid 3 times in another way, last on 3 March 2026.',
      basis:
        '14 payments made here since 3 March 2026; 3 withdrawals made elsewhere in the copy of transfers (1,204 transfers, complete as of 14 s ago).',
    });
  });

  it('is new where nothing was paid from here, whatever the copy shows', () => {
    expect(line('paid', { own: { value: [] } })).toMatchObject({
      state: 'warn',
      text: 'Never paid before.',
      signals: expect.arrayContaining(['new-recipient']),
    });
    expect(line('paid', { own: { value: [] }, older: { value: many(2) } })).toMatchObject({
      state: 'warn',
      text: 'Never paid from here; paid 2 times in another way, last on 3 March 2026.',
      signals: expect.arrayContaining(['new-recipient']),
    });
  });

  it('is a signal where too few payments are known to compare the amount with', () => {
    expect(line('amount', { own: { value: many(2) } })).toMatchObject({
      state: 'notice',
      signals: ['amount-not-compared'],
    });
    expect(line('amount').signals).not.toContain('amount-not-compared');
  });

  it('does not say “never” of what the copy could not be asked about', () => {
    const card = assessRisk(facts({ own: { value: [] }, older: 'unavailable' }));
    expect(card.lines.find(({ id }) => id === 'paid')).toMatchObject({
      text: 'Never paid from here.',
      basis: expect.stringContaining('could not be asked'),
    });
    expect(card.signals).toContain('check-unavailable');
  });

  it('names the networks on which the address was paid where this one is another', () => {
    expect(line('network', { own: { value: many(3, { network: 'BASE' }) } })).toMatchObject({
      state: 'warn',
      text: expect.stringContaining('Paid on Base before, never on Ethereum.'),
      signals: expect.arrayContaining(['new-network', 'new-recipient']),
    });
    expect(line('network').state).toBeUndefined();
  });

  it('tells recipients apart by the memo where the network does', () => {
    const own = { value: many(6, { network: 'STELLAR', asset: 'PYUSD', memo: '77' }) };
    const onStellar = { own, network: 'STELLAR', asset: 'PYUSD' } as const;
    expect(line('paid', { ...onStellar, memo: '77' })).toMatchObject({ state: 'ok', signals: [] });
    expect(line('memo', { ...onStellar, memo: '77' })).toMatchObject({ state: 'ok' });
    expect(line('paid', { ...onStellar, memo: '78' })).toMatchObject({ state: 'warn' });
    expect(line('memo', { ...onStellar, memo: '78' })).toMatchObject({
      text: 'Another memo than ever before: it was “77”.',
      signals: expect.arrayContaining(['memo-changed']),
    });
    expect(line('memo', onStellar)).toMatchObject({ state: 'warn', signals: expect.arrayContaining(['memo-missing']) });
    expect(line('memo', { ...onStellar, own: { value: [] } })).toMatchObject({ state: 'notice' });
    expect(line('memo', { ...onStellar, own: { value: [] }, isMemoInAddress: true }).state).toBeUndefined();
  });

  it('notices a memo that is absent now on a network that need not have one', () => {
    expect(line('memo', { own: { value: many(2, { memo: 'x'.repeat(300) }) } })).toMatchObject({
      state: 'warn',
      signals: expect.arrayContaining(['memo-missing']),
    });
    expect(line('memo', { own: { value: many(2, { memo: 'x'.repeat(300) }) } }).text?.length).toBeLessThan(200);
    expect(line('memo', { coverage: { value: { ...COVERAGE, isComplete: false, asOf: null } } })).toMatchObject({
      state: 'notice',
    });
  });
});

describe('the amount', () => {
  it.each([
    ['1', 'ok', 'About the median of 14 payments of ETH to this recipient (1 ETH); the largest was 1 ETH.'],
    [
      '1.5',
      'notice',
      '1.5 times the median of 14 payments of ETH to this recipient (1 ETH); more than any of them, the largest was 1 ETH.',
    ],
    ['3', 'notice', '3 times'],
    ['3.000000000000000001', 'warn', '3 times'],
    ['9.8', 'warn', '9.8 times the median of 14 payments'],
    ['0.89', 'ok', 'Below the median of 14 payments'],
    ['1.1', 'notice', 'About the median of 14 payments'],
    ['0.001', 'ok', 'Below the median of 14 payments'],
  ])('of %s ETH is %s', (value, state, text) => {
    expect(line('amount', { value })).toMatchObject({
      state,
      text: expect.stringContaining(text),
      signals: state === 'warn' ? ['amount-unusual'] : [],
    });
  });

  it('is compared with amounts that can be read, however many digits they have', () => {
    const value = [...many(5, { value: '8.2' }), pay({ value: '27263.930901763555796249' })];
    expect(line('amount', { own: { value }, value: '0.00027' }).text).toBe(
      'Below the median of 6 payments of ETH to this recipient (8.2 ETH); the largest was 27,263.93… ETH.',
    );
  });

  it('is not unusual below the largest, however small most of them are', () => {
    const own = { value: [...many(9), pay({ value: '100' })] };
    expect(line('amount', { own, value: '99' })).toMatchObject({ state: 'notice', signals: [] });
    expect(line('amount', { own, value: '101' })).toMatchObject({ state: 'warn', signals: ['amount-unusual'] });
  });

  it('is compared with other withdrawals of the profile where the recipient had too few', () => {
    const few = { own: { value: many(4) }, ofProfile: { value: ['1', '2', '3', '4', '5', '6'] } };
    expect(line('amount', few)).toMatchObject({
      text: expect.stringContaining('Below the median of 6 withdrawals of ETH from this profile (3.5 ETH)'),
      basis: expect.stringContaining('4 payments of ETH to this recipient'),
    });
    expect(line('amount', { ...few, value: '100' })).toMatchObject({ state: 'warn' });
    expect(line('amount', { own: { value: many(4) } })).toMatchObject({
      state: 'notice',
      text: expect.stringContaining('Too few'),
    });
    expect(line('amount', { own: { value: many(4) }, ofProfile: 'unavailable' })).toMatchObject({
      state: 'unavailable',
    });
    expect(line('amount', { own: { value: [...many(4), pay({ asset: 'USDC' })] } })).toMatchObject({ state: 'notice' });
  });
});

describe('requests, the book and the table', () => {
  it('say what is odd about them', () => {
    expect(line('repeated', { repeated: { value: 2 } })).toMatchObject({
      state: 'warn',
      signals: ['repeated-within-a-day'],
    });
    const open = { value: { awaiting: 2, approved: 0, underWay: 1, inDoubt: 0 } };
    expect(line('open', { open })).toMatchObject({
      text: 'Other requests to this recipient are open: 2 awaiting approval and 1 under way.',
      signals: ['open-requests'],
    });
    expect(line('book', { saved: { value: [] } })).toMatchObject({ state: 'notice', signals: ['not-in-book'] });
    const entry = { name: 'Exchange', memo: '77', profiles: ['p-other'], isThis: true };
    expect(line('book', { saved: { value: [entry] } })).toMatchObject({
      state: 'warn',
      signals: ['memo-missing', 'profile-not-allowed'],
    });
    expect(line('book', { saved: { value: [entry] }, memo: '77' })).toMatchObject({
      state: 'warn',
      signals: ['profile-not-allowed'],
    });
    expect(line('book', { saved: { value: [{ ...entry, isThis: false }] }, memo: '78' })).toMatchObject({
      signals: ['memo-changed', 'not-in-book'],
    });
    expect(line('pair', { asset: 'USDC', network: 'INK' })).toMatchObject({
      state: 'warn',
      signals: expect.arrayContaining(['pair-unknown']),
    });
    expect(line('pair', { asset: 'DOGE', network: 'DOGECOIN' })).toMatchObject({ state: 'warn' });
  });
});

describe('a check that could not run', () => {
  const CHECKS = ['own', 'older', 'coverage', 'ofProfile', 'repeated', 'open', 'saved', 'directory'] as const;
  const payments = fc.array(
    fc.record({
      network: fc.constantFrom('ETHEREUM', 'BASE'),
      asset: fc.constantFrom('ETH', 'USDC'),
      value: fc.constantFrom('0', '1', '.5', '2.50', '1000'),
      memo: fc.option(fc.constantFrom('a', 'b')),
      at: fc.constant('2026-01-01T00:00:00.000Z'),
    }),
    { maxLength: 8 },
  );
  const arbitrary = fc.record({
    value: fc.constantFrom('1', '0.5', '100000'),
    memo: fc.option(fc.constantFrom('a', 'b')),
    own: payments.map((value) => ({ value })),
    older: payments.map((value) => ({ value })),
    broken: fc.subarray([...CHECKS]),
  });

  it('never shows as passed what rests on it alone, and is a signal where a line lacks it', () => {
    fc.assert(
      fc.property(arbitrary, ({ broken, ...change }) => {
        const { lines, signals } = assessRisk({
          ...facts(change),
          ...Object.fromEntries(broken.map((check) => [check, 'unavailable'])),
        });
        const stateOf = (id: string) => lines.find((each) => each.id === id)?.state;
        if (broken.includes('own'))
          for (const id of ['paid', 'network', 'memo', 'amount']) expect(stateOf(id)).toBe('unavailable');
        if (broken.includes('repeated')) expect(stateOf('repeated')).toBe('unavailable');
        if (broken.includes('open')) expect(stateOf('open')).toBe('unavailable');
        if (broken.includes('saved')) expect(stateOf('book')).toBe('unavailable');
        if (broken.includes('directory')) expect(stateOf('pair')).toBe('unavailable');
        expect(signals.includes('check-unavailable')).toBe(lines.some(({ state }) => state === 'unavailable'));
        expect(new Set(signals).size).toBe(signals.length);
        expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
        for (const { text, basis } of lines) expect(text !== '' && basis !== '').toBe(true);
      }),
    );
  });

  it('takes nothing away from what others found', () => {
    fc.assert(
      fc.property(
        arbitrary,
        fc.constantFrom('repeated', 'open', 'saved', 'directory', 'coverage', 'ofProfile'),
        (change, check) => {
          const { broken: _, ...rest } = change;
          const whole = assessRisk(facts(rest)).signals.filter((signal) => !signal.startsWith('amount-'));
          const less = assessRisk({ ...facts(rest), [check]: 'unavailable' }).signals;
          expect(less).toEqual(expect.arrayContaining(whole));
        },
      ),
    );
  });
});
