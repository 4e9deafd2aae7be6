import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listHomeSections } from '@/app/(console)/(home)/home-sections';
import { ROLES } from '@/lib/identity/roles';

describe('listHomeSections', () => {
  it('begins with what the role comes for', () => {
    expect(listHomeSections(['finance']).slice(0, 7)).toEqual([
      'tests',
      'unresolved',
      'firstDay',
      'search',
      'returned',
      'waiting',
      'sentToday',
    ]);
    expect(listHomeSections(['approver']).slice(0, 2)).toEqual(['changes', 'decisions']);
    expect(listHomeSections(['support'])).toEqual([
      'search',
      'watched',
      'delayed',
      'unsettled',
      'inProgress',
      'volume',
    ]);
    expect(listHomeSections(['admin']).slice(0, 3)).toEqual(['alarms', 'changes', 'decisions']);
    expect(listHomeSections(['admin', 'support']).slice(0, 3)).toEqual(['alarms', 'search', 'changes']);
    expect(listHomeSections(['auditor'])).toEqual(['alarms', 'search', 'watched', 'unsettled', 'volume', 'finished']);
    expect(listHomeSections([])).toEqual(['search']);
  });

  it('shows each section once, and to several roles what it shows to each of them', () => {
    fc.assert(
      fc.property(fc.subarray([...ROLES]), (roles) => {
        const sections = listHomeSections(roles);
        expect(new Set(sections).size).toBe(sections.length);
        expect(listHomeSections(roles.toReversed())).toEqual(sections);
        const ofEach = new Set(roles.flatMap((role) => listHomeSections([role])));
        // The alarms say which outcomes are unknown.
        if (ofEach.has('alarms')) ofEach.delete('unresolved');
        expect(new Set(sections)).toEqual(new Set([...ofEach, 'search']));
        if (ofEach.has('alarms')) expect(sections[0]).toBe('alarms');
      }),
    );
  });
});
