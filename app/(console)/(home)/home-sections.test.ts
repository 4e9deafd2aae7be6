import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listHomeSections } from '@/app/(console)/(home)/home-sections';
import { ROLES } from '@/lib/identity/roles';

describe('listHomeSections', () => {
  it('begins with what is the reader’s to do', () => {
    expect(listHomeSections(['finance'])).toEqual(['tests', 'questions', 'returned', 'firstDay', 'waiting', 'today']);
    expect(listHomeSections(['admin'])).toEqual(['alarms', 'decisions', 'tests', 'firstDay', 'today']);
    expect(listHomeSections(['auditor'])).toEqual(['alarms', 'today']);
  });

  it('shows to several roles what it shows to each of them, each section once and in one order', () => {
    fc.assert(
      fc.property(fc.subarray([...ROLES]), (roles) => {
        const sections = listHomeSections(roles);
        expect(new Set(sections).size).toBe(sections.length);
        expect(listHomeSections(roles.toReversed())).toEqual(sections);
        expect(new Set(sections)).toEqual(new Set(roles.flatMap((role) => listHomeSections([role]))));
      }),
    );
  });
});
