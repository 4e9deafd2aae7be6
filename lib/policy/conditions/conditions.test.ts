import { describe, expect, it } from 'vitest';
import { CONDITION_NAMES, eachOf, readWhen, type When, writeWhen } from '@/lib/policy/conditions/conditions';
import type { PolicyFacts } from '@/lib/policy/facts';
import { isAbout } from '@/lib/policy/policy';
import { measureOf, type TimeLimit } from '@/lib/policy/time-limits';

const LIMIT: TimeLimit = {
  window: { kind: 'hours', hours: 24 },
  by: ['recipient'],
  limit: { kind: 'value', currency: 'USD', limit: '10' },
};

/** A rule with every condition there is: the compiler asks for a new one here. */
const ALL: Required<When> = {
  assets: ['ETH'],
  networks: ['ETHEREUM'],
  profiles: ['p-ops'],
  recipients: [{ network: 'ETHEREUM', address: '0x52908400098527886E0F7030069857D2E4169EE7' }],
  makers: ['requester'],
  atLeast: { ETH: '2' },
  isNewRecipient: true,
  signals: ['not-in-book'],
  overTime: LIMIT,
};

const CALM: PolicyFacts = {
  asset: 'ETH',
  network: '',
  profileId: '',
  makerId: '',
  value: '0',
  isNewRecipient: false,
  signals: [],
  overTime: [{ measure: measureOf(LIMIT), before: '0', after: '0' }],
};

// Its values are chosen beside the example, which has one of them already.
const others = CONDITION_NAMES.filter((name) => name !== 'assets');

describe('a condition of a rule', () => {
  it.each(others)('holds for its example and not for a withdrawal that is special in nothing: %s', (name) => {
    const [found] = eachOf({ [name]: ALL[name] }, (condition, named) => ({
      calm: condition.holds(named, CALM),
      example: condition.holds(named, condition.example(named, CALM)),
    }));
    expect(found).toEqual({ calm: false, example: true });
  });

  it.each(others.filter((name) => name !== 'overTime'))('decides whether a rule is about a withdrawal: %s', (name) => {
    const rule = { name: 'One', when: { [name]: ALL[name] }, then: { kind: 'approve', count: 1 } } as const;
    expect(isAbout(rule, CALM)).toBe(false);
  });

  it('is the same after the editor had it, and so is a rule without any', () => {
    expect(readWhen(writeWhen(ALL))).toEqual(ALL);
    expect(readWhen(writeWhen({}))).toEqual({});
  });
});
