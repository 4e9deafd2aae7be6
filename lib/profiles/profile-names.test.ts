import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import {
  filterProfileChoices,
  findProfileByName,
  findProfileChoice,
  groupProfileChoices,
  orderProfileChoices,
} from '@/lib/profiles/choices';
import {
  describeProfile,
  findNamedProfiles,
  findProfileName,
  indexProfileNames,
  profileKey,
} from '@/lib/profiles/find-name';
import { compareProfileNames, profileNamesSchema, sortProfileNames } from '@/lib/profiles/profile-names';
import { isSameId } from '@/lib/text/uuid';

const UUID = '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11';
const read = (profiles: unknown) => profileNamesSchema.safeParse(profiles);
const issuesOf = (profiles: unknown) => read(profiles).error?.issues.map(({ path }) => path.join('.'));

describe('names of profiles', () => {
  it('are stored trimmed and in NFC, with the ID in canonical form', () => {
    expect(read([{ id: ` ${UUID.toUpperCase()} `, name: ' Cafe\u0301 ' }]).data).toEqual([
      { id: UUID, name: 'Caf\u00e9' },
    ]);
    expect(read([]).success).toBe(true);
    expect(read([{ id: 'p', name: 'x'.repeat(80) }]).success).toBe(true);
    expect(read([{ id: 'p', name: '\u{1F600}'.repeat(80) }]).success).toBe(true);
  });

  it.each([
    ['an empty name', '  '],
    ['81 characters', 'x'.repeat(81)],
    ['a bidi character', 'Client \u202efunds'],
    ['a zero-width space', 'Client\u200bfunds'],
    ['a line break', 'Client\nfunds'],
    ['NUL', 'Client\0funds'],
    ['a lone surrogate', 'Client\ud800'],
  ])('cannot be %s', (_, name) => {
    expect(issuesOf([{ id: 'p-ops', name }])).toContain('0.name');
  });

  it.each([
    [
      'the same name',
      [
        { id: 'a', name: 'Desk' },
        { id: 'b', name: 'Desk' },
      ],
      '1.name',
    ],
    [
      'the same name in capitals',
      [
        { id: 'a', name: 'Desk' },
        { id: 'b', name: 'DESK ' },
      ],
      '1.name',
    ],
    [
      'a name that looks the same',
      [
        { id: 'a', name: 'Ops' },
        { id: 'b', name: 'О\u0440s' },
      ],
      '1.name',
    ],
    [
      'a profile twice',
      [
        { id: UUID, name: 'One' },
        { id: UUID.toUpperCase(), name: 'Two' },
      ],
      '1.id',
    ],
    ['a profile with a foreign letter', [{ id: 'p-оps', name: 'One' }], '0.id'],
    ['a profile without an ID', [{ id: ' ', name: 'One' }], '0.id'],
  ])('cannot have %s', (_, profiles, path) => {
    expect(issuesOf(profiles)).toEqual([path]);
  });

  it('are at most 500', () => {
    const many = Array.from({ length: 501 }, (_, index) => ({ id: `p-${index}`, name: `Profile number ${index}` }));
    expect(read(many.slice(1)).success).toBe(true);
    expect(read(many).success).toBe(false);
  });

  it('differ exactly where the changes say so', () => {
    const names = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), name: fc.constantFrom('One', 'Two', 'Six', 'Ten') }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(names, names, (before, after) => {
        const changes = compareProfileNames(before, after);
        const result = new Map<string, string>(before.map(({ id, name }) => [id, name]));
        for (const change of changes) {
          expect(change.before).toBe(result.get(change.id) ?? null);
          expect(change.before).not.toBe(change.after);
          if (change.after === null) result.delete(change.id);
          else result.set(change.id, change.after);
        }
        expect(result).toEqual(new Map<string, string>(after.map(({ id, name }) => [id, name])));
        expect(compareProfileNames(after, sortProfileNames(after))).toEqual([]);
      }),
    );
  });
});

describe('the name of a profile', () => {
  const names = indexProfileNames([
    { id: UUID, name: 'Client funds' },
    { id: 'p-ops', name: 'Operations' },
  ]);

  it('is found by any spelling of its ID', () => {
    expect(findProfileName(names, `{${UUID.toUpperCase()}}`)).toBe('Client funds');
    expect(findProfileName(names, 'P-OPS')).toBe('Operations');
    expect(findProfileName(names, 'p-other')).toBeUndefined();
    expect(findProfileName(names, undefined)).toBeUndefined();
    expect(describeProfile(names, 'p-ops')).toBe('Operations (p-ops)');
    expect(describeProfile(names, 'p-other')).toBe('p-other');
  });

  it('finds the profile by part of it, the whole name first', () => {
    const many = indexProfileNames([
      { id: '1', name: 'Ops Europe' },
      { id: '2', name: 'ops' },
      ...Array.from({ length: 8 }, (_, index) => ({ id: `more-${index}`, name: `Ops ${index}` })),
    ]);
    expect(findNamedProfiles(many, ' OPS ').map(({ id }) => id)).toEqual(['2', '1', 'more-0', 'more-1', 'more-2']);
    expect(findNamedProfiles(many, 'nothing')).toEqual([]);
    expect(findNamedProfiles(many, ' ')).toEqual([]);
  });

  it('is found exactly where two IDs are the same', () => {
    const id = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.constantFrom(UUID, UUID.toUpperCase(), UUID.replaceAll('-', ''), 'p-ops', 'P-Ops', 'p-op\u212a'),
    );
    fc.assert(
      fc.property(id, id, (one, other) => {
        expect(profileKey(one) === profileKey(other)).toBe(isSameId(one, other));
      }),
    );
  });
});

describe('the choices of a form', () => {
  const choices = orderProfileChoices({
    named: [
      { id: 'p-a', name: 'Alpha' },
      { id: 'p-b', name: 'Beta' },
    ],
    seen: ['p-z', 'P-B', 'p-own'],
    own: ['p-own', 'p-b', '1', '2', '3', '4'],
  });

  it('are the last used, then the named, then the other seen ones, each once', () => {
    expect(choices.map(({ id, group }) => `${group} ${id}`)).toEqual([
      'own p-own',
      'own p-b',
      'own 1',
      'own 2',
      'own 3',
      'named p-a',
      'seen p-z',
    ]);
    expect(choices[1]).toEqual({ id: 'p-b', name: 'Beta', isSeen: true, group: 'own' });
    expect(choices.find(({ id }) => id === 'p-a')).toMatchObject({ isSeen: false });
    expect(orderProfileChoices({ named: [], seen: [], own: [] })).toEqual([]);
  });

  it('stand under headings, with the number of each', () => {
    expect(groupProfileChoices(choices).map(({ title, first, choices: { length } }) => [title, first, length])).toEqual(
      [
        ['Last used by you', 0, 5],
        ['Named profiles', 5, 1],
        ['Other profiles', 6, 1],
      ],
    );
    expect(groupProfileChoices([])).toEqual([]);
  });

  it('are found by part of the name or of the ID, and one by its whole ID', () => {
    const idsOf = (typed: string) => filterProfileChoices(choices, typed).map(({ id }) => id);
    expect(idsOf(' bet ')).toEqual(['p-b']);
    expect(idsOf('P-')).toEqual(['p-own', 'p-b', 'p-a', 'p-z']);
    expect(idsOf('')).toHaveLength(choices.length);
    expect(idsOf('nothing')).toEqual([]);
    expect(findProfileChoice(choices, ' P-A ')?.id).toBe('p-a');
    expect(findProfileChoice(choices, 'p-')).toBeUndefined();
    expect(findProfileChoice(choices, '')).toBeUndefined();
    expect(findProfileByName(choices, ' ALPHA ')?.id).toBe('p-a');
    expect(findProfileByName(choices, 'alph')).toBeUndefined();
    expect(findProfileByName(choices, ' ')).toBeUndefined();
  });
});
