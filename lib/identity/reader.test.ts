import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canSeeProfile, hasNarrowed, listVisibleSpellings } from '@/lib/identity/reader';

const UUID = '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11';

describe('the profiles that a reader may see', () => {
  it('are all by default, also those of records without a profile', () => {
    expect(listVisibleSpellings({ visibleProfiles: 'all' })).toBeUndefined();
    expect(canSeeProfile({ visibleProfiles: 'all' }, undefined)).toBe(true);
    expect(canSeeProfile({ visibleProfiles: 'all' }, 'p-ops')).toBe(true);
  });

  it('can be none', () => {
    expect(listVisibleSpellings({ visibleProfiles: [] })).toEqual([]);
    expect(canSeeProfile({ visibleProfiles: [] }, 'p-ops')).toBe(false);
    expect(canSeeProfile({ visibleProfiles: [] }, '')).toBe(false);
  });

  it('are the same in every spelling of a UUID, and differ in case otherwise', () => {
    const reader = { visibleProfiles: [`urn:uuid:${UUID}`, 'p-ops'] };
    expect(canSeeProfile(reader, UUID)).toBe(true);
    expect(canSeeProfile(reader, UUID.toUpperCase())).toBe(true);
    expect(canSeeProfile(reader, 'p-ops')).toBe(true);
    expect(canSeeProfile(reader, 'P-OPS')).toBe(false);
    expect(canSeeProfile(reader, undefined)).toBe(false);
  });

  it.each([
    ['all', 'all', false],
    ['all', ['p-ops'], true],
    [['p-ops'], 'all', false],
    [['p-ops'], ['p-ops', 'p-hq'], false],
    [['p-ops', 'p-hq'], ['p-ops'], true],
    [['p-ops'], ['p-hq'], true],
    [[], [], false],
    [[UUID.toUpperCase()], [UUID], false],
  ] as const)('from %j to %j have narrowed: %s', (before, now, narrowed) => {
    expect(hasNarrowed(before, now)).toBe(narrowed);
  });

  it('never include a profile that is not listed', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (listed, other) => {
        fc.pre(!listed.some((id) => id.trim() === other.trim()));
        expect(canSeeProfile({ visibleProfiles: listed }, other)).toBe(false);
      }),
    );
  });
});
