import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeCharges, LIMIT_SCALES, type LimitName, networkOf, spend } from '@/lib/http/rate-limits';

const NAMES: LimitName[] = ['submit', 'decide', 'read', 'bulk', 'live', 'export'];
const one = (name: LimitName) =>
  computeCharges(name, 'normal', { personId: 'p', address: null })[0] ??
  computeCharges(name, 'normal', { personId: 'p', address: 'a' })[0];

/** Returns the times at which calls are let through, for a caller that is counted alone. */
function play(charge: { intervalS: number; windowS: number }, times: readonly number[]): number[] {
  let spentUntilS = 0;
  return times.filter((nowS) => {
    const outcome = spend(charge, spentUntilS, nowS);
    if ('waitS' in outcome) return false;
    ({ spentUntilS } = outcome);
    return true;
  });
}

const every = (intervalS: number, count: number) =>
  Array.from({ length: count }, (_value, index) => 1000 + index * intervalS);

describe('the calls that a limit lets through', () => {
  it('are never more than twice the limit within its window, in whatever pattern', () => {
    const times = fc
      .array(fc.double({ min: 0, max: 300, noNaN: true }), { maxLength: 400 })
      .map((given) => given.toSorted((a, b) => a - b));
    const charges = fc.integer({ min: 1, max: 40 }).map((calls) => ({ calls, intervalS: 60 / calls, windowS: 60 }));
    fc.assert(
      fc.property(times, charges, (given, { calls, ...charge }) => {
        const passed = play(charge, given);
        for (const start of passed)
          expect(passed.filter((time) => time >= start && time < start + 60).length).toBeLessThanOrEqual(2 * calls);
      }),
    );
  });

  it('resume after exactly the announced wait', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 100_000 }), (calls, nowS) => {
        const charge = { intervalS: 60 / calls, windowS: 60 };
        let spentUntilS = 0;
        let outcome = spend(charge, spentUntilS, nowS);
        while ('spentUntilS' in outcome) outcome = spend(charge, (spentUntilS = outcome.spentUntilS), nowS);
        expect(outcome.waitS).toBeLessThanOrEqual(charge.intervalS + 1e-6);
        if (outcome.waitS > 1e-6)
          expect(spend(charge, spentUntilS, nowS + outcome.waitS - 1e-6)).toHaveProperty('waitS');
        expect(spend(charge, spentUntilS, nowS + outcome.waitS + 1e-6)).toHaveProperty('spentUntilS');
      }),
    );
  });

  it.each<[string, LimitName, number[]]>([
    ['a clerk who submits forty items, one a second', 'submit', every(1, 40)],
    ['an approver who decides on forty in a minute by keyboard', 'decide', every(1.5, 40)],
    ['an approver who decides on forty as fast as keys repeat', 'decide', every(0.1, 40)],
    [
      'half a minute of typing in the search box, three calls a letter, ten letters a second',
      'read',
      every(1 / 30, 900),
    ],
    ['ten minutes of paging through a list', 'read', every(0.1, 6000)],
    ['support that refreshes a transfer every second for ten minutes', 'live', every(1, 600)],
  ])('%s is never refused', (_what, name, times) => {
    const charge = one(name);
    expect(charge && play(charge, times)).toHaveLength(times.length);
  });

  it.each<[LimitName, number]>([
    ['signInStart', 250],
    ['submit', 250],
    ['decide', 250],
    ['read', 2000],
    ['bulk', 130],
    ['live', 130],
    ['export', 45],
  ])('a program that makes %s calls %d times in a minute is refused', (name, calls) => {
    const charge = one(name);
    expect(charge && play(charge, every(60 / calls, calls)).length).toBeLessThan(calls);
  });
});

describe('the charges of a call', () => {
  it('are one for the person and one, at least five times as generous, for the address', () => {
    for (const name of NAMES) {
      const [person, address] = computeCharges(name, 'normal', { personId: 'p', address: '10.0.0.1' });
      expect([person?.key, address?.key]).toEqual([`${name} person p`, `${name} address 10.0.0.1`]);
      expect((person?.intervalS ?? 0) / (address?.intervalS ?? 1)).toBeGreaterThanOrEqual(5);
    }
  });

  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::10.0.0.1', '64:ff9b:0:0::/64'],
    ['somewhere', 'somewhere'],
  ])('of the address %s are for %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
    expect(computeCharges('signInStart', 'normal', { personId: undefined, address })[0]?.key).toBe(
      `signInStart address ${network}`,
    );
  });

  it('are the same for every address of one IPv6 network', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 4, maxLength: 4 }),
        (end) => networkOf(`2001:db8:a:b:${end.join(':')}`) === '2001:db8:a:b::/64',
      ),
    );
  });

  it('are only for the address before sign-in, and none if neither is known', () => {
    expect(computeCharges('signInStart', 'normal', { personId: undefined, address: 'a' })).toHaveLength(1);
    expect(computeCharges('read', 'normal', { personId: undefined, address: null })).toEqual([]);
  });

  it('are one for what has a budget of its own, and none for its address', () => {
    const known = { personId: undefined, address: '10.0.0.1', own: 'b' };
    for (const name of ['signInStart', 'signInReturn', 'endDigests'] as const)
      expect(computeCharges(name, 'normal', known).map(({ key }) => key)).toEqual([`${name} own b`]);
    expect(computeCharges('read', 'normal', known).map(({ key }) => key)).toEqual(['read address 10.0.0.1']);
  });

  it('are lower at the wide scale', () => {
    const steps = LIMIT_SCALES.map(
      (scale) => computeCharges('submit', scale, { personId: 'p', address: null })[0]?.intervalS ?? 0,
    );
    expect(steps[1]).toBeLessThan(steps[0] ?? 0);
  });
});
