import { describe, expect, it } from 'vitest';
import {
  describeCoverage,
  explainUnpriced,
  type KnownInputs,
  listContradictions,
} from '@/lib/policy/analysis/describe-coverage';
import type { PolicyRule } from '@/lib/policy/rules';

type When = PolicyRule['when'];
const approve = (name: string, when: When, count: number): PolicyRule => ({
  name,
  when,
  then: { kind: 'approve', count },
});
const refuse = (name: string, when: When): PolicyRule => ({ name, when, then: { kind: 'refuse', reason: 'No.' } });
const OVER = { window: { kind: 'hours', hours: 24 }, by: [], limit: { kind: 'count', limit: 3 } } as const;
const overTime = { ...OVER, by: [] };

describe('a contradiction', () => {
  it.each<[string, PolicyRule[], string[]]>([
    [
      'lets a larger amount take less',
      [
        approve('Huge', { atLeast: { BTC: '100' } }, 2),
        approve('Large', { atLeast: { BTC: '10' } }, 3),
        approve('All', {}, 1),
      ],
      [
        'A larger amount takes less of BTC: rule 1 (“Huge”: two approvals) decides. Else rule 2 (“Large”: three approvals) decides.',
      ],
    ],
    [
      'lets a new recipient take less',
      [approve('New', { assets: ['ETH'], isNewRecipient: true }, 1), approve('All', {}, 2)],
      [
        'A new recipient takes less of ETH: rule 1 (“New”: one approval) decides. Else rule 2 (“All”: two approvals) decides.',
      ],
    ],
    [
      'lets a warning take less',
      [approve('Unknown', { signals: ['not-in-book'] }, 1), refuse('None', {})],
      [
        'A withdrawal with a warning takes less: rule 1 (“Unknown”: one approval) decides. Else rule 2 (“None”: not allowed) decides.',
      ],
    ],
    [
      'lets much in a day take less',
      [approve('Often', { overTime }, 1), approve('All', {}, 2)],
      [
        'A withdrawal over a limit over time takes less: rule 1 (“Often”: one approval) decides. Else rule 2 (“All”: two approvals) decides.',
      ],
    ],
    [
      'names the same withdrawals twice',
      [approve('A', { assets: ['BTC', 'ETH'] }, 1), approve('B', { assets: ['eth', 'btc'] }, 2)],
      ['Rules 1 (“A”) and 2 (“B”) have the same conditions and different outcomes. Keep one.'],
    ],
    ['refuses everything for a while', [refuse('Freeze', {}), approve('A', {}, 1), approve('B', {}, 2)], []],
    [
      'repeats a rule',
      [approve('A', { networks: ['X'] }, 1), approve('B', { networks: ['X'] }, 1)],
      ['Rules 1 (“A”) and 2 (“B”) have the same conditions and ask for the same. Remove one.'],
    ],
    [
      'limits what the rule is not about',
      [approve('A', { assets: ['BTC'], atLeast: { ETH: '1' } }, 2), approve('B', { atLeast: { usdt: '1' } }, 2)],
      [
        'Rule 1 (“A”) has a limit for ETH, which applies to nothing: the rule is about BTC only.',
        'Rule 2 (“B”) has a limit for usdt, which applies to nothing: withdrawals name assets in capitals. Write USDT.',
      ],
    ],
    ['is no exception for less', [approve('Small', { assets: ['BTC'] }, 1), approve('All', {}, 3)], []],
    [
      'is no rule that waits beside one that approves',
      [{ name: 'W', when: { overTime }, then: { kind: 'wait' } }, approve('O', { overTime }, 2), approve('All', {}, 1)],
      [],
    ],
    [
      'is no order of rising amounts',
      [
        approve('Huge', { atLeast: { BTC: '100' } }, 3),
        approve('Large', { atLeast: { BTC: '10' } }, 2),
        approve('All', {}, 1),
      ],
      [],
    ],
  ])('%s', (_what, rules, expected) => {
    expect(listContradictions(rules)).toEqual(expected);
  });

  it('is looked for in the largest policy', () => {
    const assets = Array.from({ length: 20 }, (_value, index) => `A${index}`);
    const rules = Array.from({ length: 50 }, (_value, index) =>
      approve(`${index}`, { atLeast: Object.fromEntries(assets.map((asset) => [asset, `${100 - index}`])) }, 2),
    );
    expect(listContradictions(rules)).toEqual([]);
  });
});

const KNOWN: KnownInputs = {
  assets: ['BTC', 'ETH', 'LTC', 'SOL', 'UNI', 'BCH', 'USDC', 'LINK'].map((value) => ({ value, label: value })),
  networks: [
    { value: 'SOLANA', label: 'Solana' },
    { value: 'INK', label: 'Ink' },
  ],
  profiles: [{ value: 'p-1', label: 'Client funds (p-1)' }],
};
const linesOf = (rules: PolicyRule[]) =>
  describeCoverage(rules, KNOWN).map(({ text, isWarning }) => `${isWarning ? 'Warning: ' : ''}${text}`);

describe('what no rule names', () => {
  it.each<[string, PolicyRule[], string[]]>([
    [
      'falls to the strictest rule',
      [approve('Known', { assets: ['btc', 'ETH'], atLeast: { LTC: '1' } }, 1), approve('All', {}, 2)],
      ['Assets that no rule names, such as SOL, UNI, BCH, USDC and LINK, fall to rule 2 (“All”: two approvals).'],
    ],
    [
      'is not allowed where no rule covers it',
      [approve('Known', { networks: ['SOLANA'], profiles: ['P-1'] }, 1)],
      ['Networks that no rule names, such as Ink, are not allowed.', 'Profiles that no rule names are not allowed.'],
    ],
    [
      'must not take less than what one names',
      [approve('Careful', { networks: ['SOLANA'] }, 3), approve('All', {}, 2)],
      [
        'Warning: Networks that no rule names, such as Ink, can take less than Solana: rule 2 (“All”: two approvals) decides, ' +
          'where rule 1 (“Careful”: three approvals) decides about Solana.',
      ],
    ],
    [
      'is compared with the same withdrawal, not with another',
      [approve('Ops', { profiles: ['p-1'] }, 1), approve('Bitcoin', { assets: ['BTC'] }, 2), approve('All', {}, 2)],
      [
        'Assets that no rule names, such as ETH, LTC, SOL, UNI, BCH and 2 more, fall to rule 3 (“All”: two approvals).',
        'Profiles that no rule names fall to rule 3 (“All”: two approvals).',
      ],
    ],
    ['needs no word where no rule names anything', [approve('All', {}, 2)], []],
    [
      'may take less than what is not allowed at all',
      [refuse('Never', { assets: ['UNI'] }), approve('All', {}, 2)],
      ['Assets that no rule names, such as BTC, ETH, LTC, SOL, BCH and 2 more, fall to rule 2 (“All”: two approvals).'],
    ],
  ])('%s', (_what, rules, lines) => {
    expect(linesOf(rules)).toEqual(lines);
  });
});

describe('assets without a price', () => {
  const assets = [
    { value: 'BTC', label: 'BTC' },
    { value: 'UNI', label: 'UNI', lacksPrice: true as const },
    { value: 'LINK', label: 'LINK', lacksPrice: true as const },
  ];
  const inUsd = { ...OVER, by: [], limit: { kind: 'value', currency: 'USD', limit: '10' } } as const;
  const explain = (...rules: PolicyRule[]) => explainUnpriced(rules, { assets });

  it('are named where a rule about them has a limit in USD', () => {
    expect(explain(approve('Sum', { overTime: { ...inUsd, by: [] } }, 2))).toBe(
      'No price in USD is known of UNI and LINK: any amount of them counts as over a limit in USD.',
    );
    expect(explain(approve('Sum', { overTime: { ...inUsd, by: [] }, assets: ['uni', 'BTC'] }, 2))).toBe(
      'No price in USD is known of UNI: any amount of it counts as over a limit in USD.',
    );
  });

  it('are no matter where no rule has one', () => {
    expect(explain(approve('Sum', { overTime: { ...inUsd, by: [] }, assets: ['BTC'] }, 2))).toBeUndefined();
    expect(explain(approve('Count', { overTime }, 2), approve('All', {}, 1))).toBeUndefined();
  });
});
