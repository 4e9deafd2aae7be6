import { describe, expect, it } from 'vitest';
import { indexProfileNames } from '@/lib/profiles/find-name';
import {
  compareRights,
  describeRight,
  describeRightsOf,
  listVisibleProfiles,
  type ProfileRight,
  rightsFormSchema,
} from '@/lib/rights/profile-rights';

const DANA = '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11';
const names = {
  people: new Map([[DANA, 'Dana']]),
  profiles: indexProfileNames([{ id: 'p-ops', name: 'Operations' }]),
};
const right = (change: Partial<ProfileRight> = {}): ProfileRight => ({
  may: 'request',
  who: 'finance',
  profiles: ['p-ops'],
  ...change,
});
const row = { may: 'request', who: 'finance' };

describe('a right as a sentence', () => {
  it.each([
    [right(), 'Finance can request withdrawals only from Operations (p-ops).'],
    [
      right({ may: 'approve', who: DANA, profiles: ['p-ops', 'p-b'] }),
      'Dana can approve or reject withdrawals only from Operations (p-ops) and p-b.',
    ],
    [right({ who: DANA, profiles: [] }), 'Dana cannot request withdrawals from any profile.'],
    [right({ may: 'see', who: 'support' }), 'Support can see transfers and requests only of Operations (p-ops).'],
    [
      right({ who: DANA.replace('0b', '1b') }),
      'A person who is no longer known can request withdrawals only from Operations (p-ops).',
    ],
  ])('%j', (given, sentence) => {
    expect(describeRight(given, names)).toBe(sentence);
  });
});

describe('two versions of rights', () => {
  it('differ by new, changed and removed rights, not by order or spelling', () => {
    const approve = right({ may: 'approve', who: 'approver', profiles: ['p-a', 'P-B'] });
    expect(compareRights([right(), approve], [{ ...approve, profiles: ['p-b', 'p-a'] }, right()])).toEqual([]);
    const changed = right({ profiles: [] });
    expect(compareRights([right(), approve], [changed, right({ who: DANA })])).toEqual([
      { key: 'request finance', before: right(), after: changed },
      { key: `request ${DANA}`, before: null, after: right({ who: DANA }) },
      { key: 'approve approver', before: approve, after: null },
    ]);
  });
});

describe('the form of rights', () => {
  it('takes profiles in any spelling, and none', () => {
    const rights = [
      { ...row, profiles: [' p-a', 'p-b', DANA.toUpperCase()] },
      { may: 'approve', who: DANA, profiles: [] },
    ];
    expect(rightsFormSchema.parse({ rights })).toEqual({
      rights: [right({ profiles: ['p-a', 'p-b', DANA] }), right({ may: 'approve', who: DANA, profiles: [] })],
    });
  });

  it.each([
    [[{ ...row, who: '', profiles: [] }], 'rights.0.who'],
    [[{ ...row, who: 'approver', profiles: [] }], 'rights.0.who'],
    [
      [
        { ...row, profiles: ['a'] },
        { ...row, profiles: ['b'] },
      ],
      'rights.1.who',
    ],
    [[{ ...row, profiles: ['p-a', 'P-A'] }], 'rights.0.profiles'],
    [[{ ...row, profiles: ['p-a', 'p b'.repeat(60)] }], 'rights.0.profiles.1'],
  ])('refuses %j at %s', (rights, path) => {
    const read = rightsFormSchema.safeParse({ rights });
    expect(read.error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
  });
});

describe('what somebody can do under rights', () => {
  const ops = { id: DANA, roles: ['finance', 'support'] as const };
  const rights = [
    right({ may: 'see', who: 'finance', profiles: ['p-ops'] }),
    right({ may: 'see', who: 'support', profiles: ['p-b'] }),
    right({ profiles: ['p-ops', 'p-c'] }),
  ];

  it('follows their own right first, then any of their roles', () => {
    expect(listVisibleProfiles([], ops)).toBe('all');
    expect(listVisibleProfiles(rights, ops)).toEqual(['p-ops', 'p-b']);
    expect(listVisibleProfiles(rights, { ...ops, roles: ['finance', 'auditor'] })).toBe('all');
    expect(listVisibleProfiles([...rights, right({ may: 'see', who: DANA, profiles: [] })], ops)).toEqual([]);
    expect(listVisibleProfiles([right()], ops)).toBe('all');
  });

  it('is described, and nobody uses what they do not see', () => {
    expect(describeRightsOf(rights, ops, names)).toEqual([
      'Sees Operations (p-ops) and p-b.',
      'Requests withdrawals from Operations (p-ops).',
    ]);
    expect(describeRightsOf([], { id: DANA, roles: ['admin'] }, names)).toEqual([
      'Sees all profiles.',
      'Decides on withdrawals from all profiles.',
    ]);
    expect(describeRightsOf([right({ may: 'see', who: DANA, profiles: [] })], ops, names)).toEqual([
      'Sees no profile.',
      'Requests withdrawals from no profile.',
    ]);
  });
});
