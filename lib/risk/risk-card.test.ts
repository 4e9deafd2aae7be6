import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddressVerdict, checkAddress } from '@/lib/addresses/check-address';
import { DEFAULT_REGISTRY } from '@/lib/networks/assets';
import { DEFAULT_SENDABLE } from '@/scripts/testing/data/sendable';
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
  missingIndexes: 0,
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

const VALID: AddressVerdict = { state: 'valid', normal: '0x1', kind: 'Account or contract', notes: [] };

const facts = (change: Partial<RiskFacts> = {}): RiskFacts => ({
  network: 'ETHEREUM',
  asset: 'ETH',
  value: '1',
  memo: null,
  address: VALID,
  textNotes: [],
  profileId: 'p-ops',
  ownPayments: { value: many(14) },
  otherPayments: { value: [] },
  coverage: { value: COVERAGE },
  isKnownProfile: { value: true },
  profileAmounts: { value: [] },
  repeatedRequests: { value: 0 },
  openRequests: { value: { awaiting: 0, approved: 0, inProgress: 0, unknown: 0 } },
  savedEntries: { value: [{ name: 'Cold store', memo: null, profiles: [], isExactMatch: true }] },
  registry: { value: DEFAULT_SENDABLE },
  ...change,
});

function line(id: string, change: Partial<RiskFacts> = {}) {
  const card = assessRisk(facts(change));
  return { ...card.lines.find((each) => each.id === id), signals: card.signals };
}

const ethereum = (address: string) =>
  checkAddress(
    address,
    DEFAULT_REGISTRY.networks.find(({ id }) => id === 'ETHEREUM'),
  );

describe('the address itself', () => {
  it('says nothing about an address that needs no second look', () => {
    expect(line('address').state).toBeUndefined();
    expect(line('address', { address: ethereum('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed') }).state).toBeUndefined();
  });

  it('warns of a spelling without a checksum until the address was paid on this network', () => {
    const address = ethereum('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
    expect(line('address', { address, ownPayments: { value: [] } })).toMatchObject({
      state: 'warn',
      text: expect.stringContaining('a typing mistake would go unnoticed'),
      signals: expect.arrayContaining(['address-note']),
    });
    expect(line('address', { address, ownPayments: { value: [pay({ network: 'BASE' })] } }).state).toBe('warn');
    expect(line('address', { address })).toMatchObject({ state: 'notice', signals: [] });
    expect(line('address', { address, ownPayments: 'unavailable' }).state).toBe('warn');
  });

  it('warns of an address that loses what it receives, paid before or not', () => {
    expect(line('address', { address: ethereum(`0x${'0'.repeat(40)}`) })).toMatchObject({
      state: 'warn',
      text:
        'This is the zero address, which no one controls. Funds sent here are lost. ' +
        'Reject the withdrawal, and ask the requester for another address.',
      signals: ['address-note'],
    });
  });

  it('marks an address that could not be checked', () => {
    expect(line('address', { address: checkAddress('abc', { label: 'Newchain' }) })).toMatchObject({
      state: 'unavailable',
      signals: ['check-unavailable'],
    });
  });
});

describe('what was paid before', () => {
  it('raises nothing where all is as it was, and says what it rests on', () => {
    expect(assessRisk(facts()).signals).toEqual([]);
    expect(line('paid', { otherPayments: { value: many(3) } })).toMatchObject({
      state: 'ok',
      text: 'Paid 14 times from this console, last on 3 Mar 2026. Paid 3 times elsewhere, last on 3 Mar 2026.',
      basis:
        'Based on 14 payments from this console since 3 Mar 2026 and 3 withdrawals made elsewhere (1,204 transfers, up to date 14 s ago). Days are in UTC.',
    });
  });

  it.each<[string, Partial<RiskFacts>, string]>([
    ['never', { ownPayments: { value: [] } }, 'Never paid before.'],
    [
      'elsewhere alone, as far as is known',
      { ownPayments: { value: [] }, otherPayments: { value: many(2) } },
      'First time from this console, paid 2 times elsewhere. Last on 3 Mar 2026.',
    ],
    [
      'never, as far as an incomplete copy shows',
      { ownPayments: { value: [] }, coverage: { value: { ...COVERAGE, isComplete: false, asOf: null } } },
      'First time from this console.',
    ],
    [
      'with another memo',
      { network: 'STELLAR', memo: '7', ownPayments: { value: many(4, { network: 'STELLAR', memo: '8' }) } },
      'Never paid with this memo. 4 payments to this address with another memo or none.',
    ],
    [
      'with a memo, and now without one',
      { network: 'STELLAR', ownPayments: { value: many(1, { network: 'STELLAR', memo: '8' }) } },
      'Never paid without a memo. 1 payment to this address with a memo.',
    ],
    [
      'on another network',
      { ownPayments: { value: [] }, otherPayments: { value: many(2, { network: 'BASE' }) } },
      'Never paid on Ethereum. 2 payments to this address on other networks.',
    ],
    [
      'in both other ways, and elsewhere in this one',
      {
        network: 'STELLAR',
        memo: '7',
        ownPayments: { value: [pay({ network: 'STELLAR', memo: '8' }), pay({ network: 'BASE' })] },
        otherPayments: { value: [pay({ network: 'STELLAR', memo: '7' })] },
      },
      'First time from this console on Stellar with this memo, paid once elsewhere. Last on 3 Mar 2026. ' +
        '2 payments to this address with another memo or none, or on other networks.',
    ],
  ])('does not contradict itself about an address that was paid %s', (_how, change, text) => {
    expect(line('paid', change)).toMatchObject({
      state: 'warn',
      text,
      signals: expect.arrayContaining(['new-recipient']),
    });
  });

  it('names every line that warns or could not be checked in a few words', () => {
    const { lines } = assessRisk(
      facts({
        ownPayments: 'unavailable',
        isKnownProfile: { value: false },
        repeatedRequests: { value: 2 },
        savedEntries: 'unavailable',
      }),
    );
    const found = lines.filter(({ state }) => state === 'warn' || state === 'unavailable');
    expect(found.map(({ name }) => name)).toEqual([
      'payment history not checked',
      'network not checked',
      'memo not checked',
      'amount not checked',
      'possible duplicate',
      'address book not checked',
      'profile never seen',
    ]);
    expect(line('amount', { value: '10', ownPayments: { value: many(14) } })).toMatchObject({
      name: 'Is a decimal point missing?',
    });
  });

  it.each<[string, Partial<RiskFacts>, string | undefined]>([
    ['another asset', { asset: 'USDC' }, ', but never in USDC.'],
    ['more than ten times as much', { value: '10.01' }, ', but never more than 1 ETH: this is 10 times as much.'],
    ['ten times as much', { value: '10' }, undefined],
  ])('is new for %s than was paid', (_what, change, ending) => {
    const { text, state, signals } = line('paid', { ownPayments: { value: many(3, { value: '1' }) }, ...change });
    expect(state).toBe(ending === undefined ? 'ok' : 'warn');
    expect(signals.includes('new-recipient')).toBe(ending !== undefined);
    expect(text).toBe(`Paid 3 times from this console, last on 3 Mar 2026${ending ?? '.'}`);
  });

  it('is a signal where too few payments are known to compare the amount with', () => {
    expect(line('amount', { ownPayments: { value: many(2) } })).toMatchObject({
      state: 'notice',
      signals: ['amount-not-compared'],
    });
    expect(line('amount').signals).not.toContain('amount-not-compared');
  });

  it('does not say “never” of what the copy could not be asked about', () => {
    const card = assessRisk(facts({ ownPayments: { value: [] }, otherPayments: 'unavailable' }));
    expect(card.lines.find(({ id }) => id === 'paid')).toMatchObject({
      text: 'First time from this console.',
      basis: expect.stringContaining('could not be read'),
    });
    expect(card.signals).toContain('check-unavailable');
  });

  it('names the networks on which the address was paid where this one is another', () => {
    expect(line('network', { ownPayments: { value: many(3, { network: 'BASE' }) } })).toMatchObject({
      state: 'warn',
      text: expect.stringContaining('Paid on Base before, but never on Ethereum.'),
      signals: expect.arrayContaining(['new-network', 'new-recipient']),
    });
    expect(line('network').state).toBeUndefined();
  });

  it('tells recipients apart by the memo where the network does', () => {
    const ownPayments = { value: many(6, { network: 'STELLAR', asset: 'PYUSD', memo: '77' }) };
    const onStellar = { ownPayments, network: 'STELLAR', asset: 'PYUSD' } as const;
    expect(line('paid', { ...onStellar, memo: '77' })).toMatchObject({ state: 'ok', signals: [] });
    expect(line('memo', { ...onStellar, memo: '77' })).toMatchObject({ state: 'ok' });
    expect(line('paid', { ...onStellar, memo: '78' })).toMatchObject({ state: 'warn' });
    expect(line('memo', { ...onStellar, memo: '78' })).toMatchObject({
      text: 'New memo. Earlier payments used “77”.',
      signals: expect.arrayContaining(['memo-changed']),
    });
    expect(line('memo', onStellar)).toMatchObject({ state: 'warn', signals: expect.arrayContaining(['memo-missing']) });
    expect(line('memo', { ...onStellar, ownPayments: { value: [] } })).toMatchObject({ state: 'notice' });
    expect(
      line('memo', { ...onStellar, ownPayments: { value: [] }, address: { ...VALID, memo: '7' } as AddressVerdict })
        .state,
    ).toBeUndefined();
  });

  it('notices a memo that is absent now on a network that need not have one', () => {
    expect(line('memo', { ownPayments: { value: many(2, { memo: 'x'.repeat(300) }) } })).toMatchObject({
      state: 'warn',
      signals: expect.arrayContaining(['memo-missing']),
    });
    expect(line('memo', { ownPayments: { value: many(2, { memo: 'x'.repeat(300) }) } }).text?.length).toBeLessThan(200);
    expect(line('memo', { coverage: { value: { ...COVERAGE, isComplete: false, asOf: null } } })).toMatchObject({
      state: 'notice',
    });
  });
});

describe('the amount', () => {
  it.each([
    [
      '1',
      'ok',
      'About the typical amount. Median of 14 payments in ETH to this recipient: 1 ETH. Largest so far: 1 ETH.',
    ],
    [
      '1.5',
      'notice',
      '1.5 times the typical amount. Median of 14 payments in ETH to this recipient: 1 ETH. More than the largest so far: 1 ETH.',
    ],
    ['3', 'notice', '3 times'],
    ['3.000000000000000001', 'warn', '3 times'],
    ['9.8', 'warn', '9.8 times the typical amount. Median of 14 payments in ETH'],
    ['0.89', 'ok', 'Below the typical amount. Median of 14 payments in ETH'],
    ['1.1', 'notice', 'About the typical amount. Median of 14 payments in ETH'],
    ['0.001', 'ok', 'Below the typical amount. Median of 14 payments in ETH'],
  ])('of %s ETH is %s', (value, state, text) => {
    expect(line('amount', { value })).toMatchObject({
      state,
      text: expect.stringContaining(text),
      signals: state === 'warn' ? ['amount-unusual'] : [],
    });
  });

  it.each([
    ['3.1', undefined],
    ['4.9', undefined],
    ['5.1', true],
    ['15', true],
    ['30', true],
    ['7000000', true],
  ])('of %s where 1 was usual is entered once more by an approver: %s', (value, isAsked) => {
    expect(line('amount', { value }).isAmountAsked).toBe(isAsked);
  });

  it('is not entered once more where the recipient was paid as much before', () => {
    const ownPayments = { value: [...many(9), pay({ value: '100' })] };
    expect(line('amount', { ownPayments, value: '101' }).isAmountAsked).toBeUndefined();
    expect(line('amount', { ownPayments, value: '1001' }).isAmountAsked).toBe(true);
  });

  it('is compared with amounts that can be read, however many digits they have', () => {
    const value = [...many(5, { value: '8.2' }), pay({ value: '27263.930901763555796249' })];
    expect(line('amount', { ownPayments: { value }, value: '0.00027' }).text).toBe(
      'Below the typical amount. Median of 6 payments in ETH to this recipient: 8.2 ETH. Largest so far: 27,263.93 ETH.',
    );
  });

  it('is not unusual below the largest, however small most of them are', () => {
    const ownPayments = { value: [...many(9), pay({ value: '100' })] };
    expect(line('amount', { ownPayments, value: '99' })).toMatchObject({ state: 'notice', signals: [] });
    expect(line('amount', { ownPayments, value: '101' })).toMatchObject({ state: 'warn', signals: ['amount-unusual'] });
  });

  it('is compared with other withdrawals of the profile where the recipient had too few', () => {
    const few = { ownPayments: { value: many(4) }, profileAmounts: { value: ['1', '2', '3', '4', '5', '6'] } };
    expect(line('amount', few)).toMatchObject({
      text: expect.stringContaining(
        'Below the typical amount. Median of 6 withdrawals in ETH from this profile: 3.5 ETH',
      ),
      basis: expect.stringContaining('A comparison needs 5 payments to this recipient; there are 4 ETH payments.'),
    });
    expect(line('amount', { ...few, value: '100' })).toMatchObject({ state: 'warn' });
    expect(line('amount', { ownPayments: { value: many(4) } })).toMatchObject({
      state: 'notice',
      text: expect.stringContaining('Too few'),
    });
    expect(line('amount', { ownPayments: { value: many(4) }, profileAmounts: 'unavailable' })).toMatchObject({
      state: 'unavailable',
    });
    expect(line('amount', { ownPayments: { value: [...many(4), pay({ asset: 'USDC' })] } })).toMatchObject({
      state: 'notice',
    });
  });
});

const amounts = (count: number, ...large: string[]) => ({
  value: [...large, ...Array.from({ length: count }, () => '1')],
});

describe('the amount for a recipient who was paid one to four times', () => {
  // A profile that once paid far more, and pays little otherwise.
  const whale = amounts(30, '6000');

  it('is unusual above five times the largest, and named above ten times, whatever others were paid', () => {
    const payments = many(3, { value: '19.4' });
    for (const profileAmounts of [whale, { value: [] }, 'unavailable' as const]) {
      expect(line('amount', { value: '5000', ownPayments: { value: payments }, profileAmounts })).toMatchObject({
        state: 'warn',
        name: 'over 10 times the largest payment',
        isAmountAsked: true,
        text: 'More than 10 times the largest so far: 19.4 ETH (3 payments in ETH to this recipient).',
        signals: expect.arrayContaining(['amount-unusual']),
      });
    }
    const others = { ownPayments: { value: [] }, otherPayments: { value: payments.slice(0, 1) } };
    expect(line('amount', { ...others, value: '194.000000000000000001' })).toMatchObject({
      text: 'More than 10 times the largest so far: 19.4 ETH (1 payment in ETH to this recipient).',
      signals: expect.arrayContaining(['amount-unusual', 'amount-not-compared', 'new-recipient']),
    });
    expect(line('amount', { ...others, value: '600' })).toMatchObject({ name: 'over 10 times the largest payment' });
    expect(line('amount', { ...others, value: '97' }).signals).not.toContain('amount-unusual');
  });

  it('is compared with payments to the address on every network, but not with another memo', () => {
    const elsewhere = { value: many(2, { network: 'BASE' }) };
    expect(line('amount', { value: '11', ownPayments: elsewhere })).toMatchObject({
      state: 'warn',
      text: 'More than 10 times the largest so far: 1 ETH (2 payments in ETH to this address on any network).',
    });
    const stellar = { network: 'STELLAR', asset: 'XLM' };
    const ownPayments = { value: many(2, { ...stellar, memo: '7' }) };
    expect(line('amount', { ...stellar, memo: '7', value: '11', ownPayments }).state).toBe('warn');
    expect(line('amount', { ...stellar, memo: '8', value: '11', ownPayments }).state).toBe('notice');
  });

  it('is not unusual where the recipient was paid as much, though others were paid less', () => {
    const paid = { ownPayments: { value: many(2, { value: '900' }) }, profileAmounts: whale };
    expect(line('amount', { ...paid, value: '900' })).toMatchObject({
      state: 'ok',
      text: 'Not more than the largest so far: 900 ETH (2 payments in ETH to this recipient).',
      isUsualForRecipient: true,
      signals: [],
    });
    expect(line('amount', { ...paid, value: '901' })).toMatchObject({ state: 'warn', signals: ['amount-unusual'] });
  });

  it('is asked about where it is as a lost point makes it, once', () => {
    const lost = { ownPayments: { value: [pay({ value: '12.02' })] }, value: '120.4' };
    for (const id of ['paid', 'amount']) expect(line(id, lost).name).toBe('Is a decimal point missing?');
    expect(line('amount', { ...lost, value: '300' }).name).toBe('over 10 times the largest payment');
    const hidden = { value: [pay({ value: '12.02', isHidden: true })] };
    for (const id of ['paid', 'amount'])
      expect(line(id, { ...lost, ownPayments: hidden }).name).toBe('over 10 times the largest payment');
  });

  it('says nothing of hidden amounts', () => {
    const ownPayments = { value: [pay({ value: '19.4', isHidden: true }), pay()] };
    const found = line('amount', { value: '5000', ownPayments });
    expect(found).toMatchObject({
      state: 'warn',
      text: 'More than 10 times the largest so far (2 payments in ETH to this recipient, some by another profile).',
    });
    expect(JSON.stringify(found)).not.toContain('19.4');
  });
});

describe('the amount for a recipient who was never paid', () => {
  const never = { ownPayments: { value: [] } };

  it.each([
    ['one old large payment', amounts(5, '6000')],
    ['one of a thousand', amounts(999, '6000')],
    ['a few of them', amounts(60, '6000', '7000', '8000')],
  ])('is unusual for the profile in spite of %s', (_name, profileAmounts) => {
    expect(line('amount', { ...never, value: '5000', profileAmounts })).toMatchObject({
      state: 'warn',
      signals: expect.arrayContaining(['amount-unusual']),
      text: expect.stringMatching(/^5,000 times the typical amount.* ETH; 1 ETH without the largest/),
    });
  });

  it('is usual where the profile pays as much regularly', () => {
    const profileAmounts = amounts(8, '6000', '6000');
    expect(line('amount', { ...never, value: '5000', profileAmounts })).toMatchObject({ state: 'notice' });
  });

  it('is unusual above five times the largest of the few that the profile paid', () => {
    expect(line('amount', { ...never, value: '11', profileAmounts: { value: ['1', '0.5'] } })).toMatchObject({
      state: 'warn',
      text: 'More than 10 times the largest so far: 1 ETH (2 withdrawals in ETH from this profile).',
      signals: expect.arrayContaining(['amount-unusual', 'amount-not-compared']),
    });
    expect(line('amount', { ...never, value: '5', profileAmounts: { value: ['1', '0.5'] } }).state).toBe('notice');
    // A few payments to others are too little to ask for the amount once more.
    expect(line('amount', { ...never, value: '11', profileAmounts: { value: ['1'] } }).isAmountAsked).toBeUndefined();
  });

  it('is compared with its sheet before the profile, and after the recipient', () => {
    const sheet = { rows: 7, median: '2' };
    const profileAmounts = amounts(8, '6000', '6000');
    expect(line('amount', { ...never, value: '1500', profileAmounts, sheet })).toMatchObject({
      state: 'warn',
      name: 'Is a decimal point missing?',
      text: 'More than 100 times the median of the sheet, which is 2 ETH (7 rows in ETH).',
      signals: expect.arrayContaining(['amount-unusual']),
    });
    expect(line('amount', { ...never, value: '200', profileAmounts, sheet }).state).not.toBe('warn');
    for (const count of [1, 5]) {
      const ownPayments = { value: many(count, { value: '1500' }) };
      expect(line('amount', { value: '1500', ownPayments, sheet })).toMatchObject({ isUsualForRecipient: true });
    }
    expect(line('amount', { value: '1500', ownPayments: { value: many(1, { value: '160' }) }, sheet }).state).toBe(
      'warn',
    );
  });
});

describe('requests, the book and the table', () => {
  it('say what is odd about them', () => {
    expect(line('repeated', { repeatedRequests: { value: 2 } })).toMatchObject({
      state: 'warn',
      signals: ['repeated-within-a-day'],
    });
    const openRequests = { value: { awaiting: 2, approved: 0, inProgress: 1, unknown: 0 } };
    expect(line('open', { openRequests })).toMatchObject({
      text: 'Other open requests to this recipient: 2 awaiting approval and 1 in progress.',
      signals: ['open-requests'],
    });
    expect(line('book', { savedEntries: { value: [] } })).toMatchObject({ state: 'notice', signals: ['not-in-book'] });
    const entry = { name: 'Exchange', memo: '77', profiles: ['p-other'], isExactMatch: true };
    expect(line('book', { savedEntries: { value: [entry] } })).toMatchObject({
      state: 'warn',
      signals: ['memo-missing', 'profile-not-allowed'],
    });
    expect(line('book', { savedEntries: { value: [entry] }, memo: '77' })).toMatchObject({
      state: 'warn',
      signals: ['profile-not-allowed'],
    });
    expect(line('book', { savedEntries: { value: [{ ...entry, isExactMatch: false }] }, memo: '78' })).toMatchObject({
      signals: ['memo-changed', 'not-in-book'],
    });
    expect(line('pair', { asset: 'USDC', network: 'INK' })).toMatchObject({
      state: 'warn',
      signals: expect.arrayContaining(['pair-unknown']),
    });
    expect(line('pair', { asset: 'DOGE', network: 'DOGECOIN' })).toMatchObject({
      state: 'warn',
      name: 'network switched off',
      text: expect.stringMatching(/^No withdrawal leaves on Dogecoin: .* An approved withdrawal waits until/),
    });
  });
});

describe('the profile', () => {
  it('is a finding where nobody has seen it, and none where it is known', () => {
    expect(line('profile')).toMatchObject({ signals: expect.not.arrayContaining(['profile-unknown']) });
    expect(line('profile').state).toBeUndefined();
    expect(line('profile', { isKnownProfile: { value: false } })).toMatchObject({
      state: 'warn',
      text: expect.stringMatching(/^The profile was never seen/),
      signals: expect.arrayContaining(['profile-unknown']),
    });
  });

  it('is allowed by the address book in any spelling of a UUID', () => {
    const id = '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11';
    const entry = { name: 'Desk', memo: null, profiles: [id.toUpperCase()], isExactMatch: true };
    expect(line('book', { profileId: id, savedEntries: { value: [entry] } })).toMatchObject({ state: 'ok' });
  });
});

describe('a check that could not run', () => {
  const CHECKS = [
    'ownPayments',
    'otherPayments',
    'coverage',
    'isKnownProfile',
    'profileAmounts',
    'repeatedRequests',
    'openRequests',
    'savedEntries',
    'registry',
  ] as const;
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
    ownPayments: payments.map((value) => ({ value })),
    otherPayments: payments.map((value) => ({ value })),
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
        if (broken.includes('ownPayments'))
          for (const id of ['paid', 'network', 'memo', 'amount']) expect(stateOf(id)).toBe('unavailable');
        if (broken.includes('repeatedRequests')) expect(stateOf('repeated')).toBe('unavailable');
        if (broken.includes('openRequests')) expect(stateOf('open')).toBe('unavailable');
        if (broken.includes('savedEntries')) expect(stateOf('book')).toBe('unavailable');
        if (broken.includes('isKnownProfile')) expect(stateOf('profile')).toBe('unavailable');
        if (broken.includes('registry')) expect(stateOf('pair')).toBe('unavailable');
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
        fc.constantFrom('repeatedRequests', 'openRequests', 'savedEntries', 'registry', 'coverage', 'profileAmounts'),
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
