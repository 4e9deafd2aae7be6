import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargesFor, LIMIT_SCALES, type LimitName, networkOf, spend } from '@/lib/http/rate-limits';

const NAMES: LimitName[] = ['signIn', 'submit', 'decide', 'read', 'bulk', 'export'];
const one = (name: LimitName) =>
  chargesFor(name, 'normal', { personId: 'p', address: null })[0] ??
  chargesFor(name, 'normal', { personId: 'p', address: 'a' })[0];

/** When calls at these times are let through, of one that is counted alone. */
function play(charge: { stepS: number; spanS: number }, times: readonly number[]): number[] {
  let spentUntilS = 0;
  return times.filter((nowS) => {
    const outcome = spend(charge, spentUntilS, nowS);
    if ('waitS' in outcome) return false;
    ({ spentUntilS } = outcome);
    return true;
  });
}

const every = (stepS: number, count: number) => Array.from({ length: count }, (_value, index) => 1000 + index * stepS);

describe('what a limit lets through', () => {
  it('is never more than twice its calls within its time, however they come', () => {
    const times = fc
      .array(fc.double({ min: 0, max: 300, noNaN: true }), { maxLength: 400 })
      .map((given) => given.toSorted((a, b) => a - b));
    const charges = fc.integer({ min: 1, max: 40 }).map((calls) => ({ calls, stepS: 60 / calls, spanS: 60 }));
    fc.assert(
      fc.property(times, charges, (given, { calls, ...charge }) => {
        const passed = play(charge, given);
        for (const start of passed)
          expect(passed.filter((time) => time >= start && time < start + 60).length).toBeLessThanOrEqual(2 * calls);
      }),
    );
  });

  it('comes again after exactly the time that was said', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 100_000 }), (calls, nowS) => {
        const charge = { stepS: 60 / calls, spanS: 60 };
        let spentUntilS = 0;
        let outcome = spend(charge, spentUntilS, nowS);
        while ('spentUntilS' in outcome) outcome = spend(charge, (spentUntilS = outcome.spentUntilS), nowS);
        expect(outcome.waitS).toBeLessThanOrEqual(charge.stepS + 1e-6);
        if (outcome.waitS > 1e-6)
          expect(spend(charge, spentUntilS, nowS + outcome.waitS - 1e-6)).toHaveProperty('waitS');
        expect(spend(charge, spentUntilS, nowS + outcome.waitS + 1e-6)).toHaveProperty('spentUntilS');
      }),
    );
  });

  it.each<[string, LimitName, number[]]>([
    ['a clerk who submits forty items, one a second', 'submit', every(1, 40)],
    ['an approver who decides on forty in a minute by keyboard', 'decide', every(1.5, 40)],
    ['somebody who decides on forty as fast as keys repeat', 'decide', every(0.1, 40)],
    [
      'half a minute of typing in the search box, three questions a letter, ten letters a second',
      'read',
      every(1 / 30, 900),
    ],
    ['a list that is paged through for ten minutes', 'read', every(0.1, 6000)],
  ])('%s is never refused', (_what, name, times) => {
    const charge = one(name);
    expect(charge && play(charge, times)).toHaveLength(times.length);
  });

  it.each<[LimitName, number]>([
    ['signIn', 500],
    ['submit', 250],
    ['decide', 250],
    ['read', 2000],
    ['bulk', 130],
    ['export', 45],
  ])('a program that does %s %d times in a minute is', (name, calls) => {
    const charge = one(name);
    expect(charge && play(charge, every(60 / calls, calls)).length).toBeLessThan(calls);
  });
});

describe('who is counted', () => {
  it('is the person, and everybody at their address, each at what is ten times as much or so', () => {
    for (const name of NAMES.filter((given) => given !== 'signIn')) {
      const [person, address] = chargesFor(name, 'normal', { personId: 'p', address: '10.0.0.1' });
      expect([person?.key, address?.key]).toEqual([`${name} person p`, `${name} address 10.0.0.1`]);
      expect((person?.stepS ?? 0) / (address?.stepS ?? 1)).toBeGreaterThanOrEqual(5);
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
  ])('is, for somebody at %s, %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
    expect(chargesFor('signIn', 'normal', { personId: undefined, address })[0]?.key).toBe(`signIn address ${network}`);
  });

  it('is the same for everything that one network of IPv6 can call itself', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 4, maxLength: 4 }),
        (end) => networkOf(`2001:db8:a:b:${end.join(':')}`) === '2001:db8:a:b::/64',
      ),
    );
  });

  it('is only the address before anybody is signed in, and nobody where neither is known', () => {
    expect(chargesFor('signIn', 'normal', { personId: undefined, address: 'a' })).toHaveLength(1);
    expect(chargesFor('read', 'normal', { personId: undefined, address: null })).toEqual([]);
  });

  it('may do more where the desk is wide', () => {
    const steps = LIMIT_SCALES.map(
      (scale) => chargesFor('submit', scale, { personId: 'p', address: null })[0]?.stepS ?? 0,
    );
    expect(steps[1]).toBeLessThan(steps[0] ?? 0);
  });
});
