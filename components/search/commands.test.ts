import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommandState, findCommands } from '@/components/search/commands';
import { ROLES, type Role } from '@/lib/identity/roles';

const namesOf = (roles: readonly Role[], text = '', state = { waiting: 2, isStopped: false }) => {
  const { actions, pages } = findCommands(text, roles, state);
  return [...actions, ...pages].map(({ name }) => name);
};
const namesFor = (text: string, role: Role, state?: CommandState) => namesOf([role], text, state);

describe('findCommands', () => {
  it('finds pages by a part of their name, in any case', () => {
    expect(namesFor('MONTHLY', 'support')).toEqual(['Monthly statements']);
    expect(namesFor('approvals', 'support')).toEqual(['Approvals']);
  });

  it('offers only what the roles may do', () => {
    expect(namesFor('audit', 'admin')).toEqual(['Export the audit log', 'Audit']);
    expect(namesFor('audit', 'finance')).toEqual([]);
    expect(namesFor('new withdrawal', 'support')).toEqual([]);
    expect(namesFor('approve next', 'finance')).toEqual([]);
    expect(namesFor('stop', 'auditor')).toEqual([]);
  });

  it('has pages to open first, and the stop of all sending last', () => {
    const { actions, pages } = findCommands('', ROLES, { waiting: 2, isStopped: false });
    expect(pages).not.toEqual([]);
    expect(actions.at(-1)?.name).toBe('Stop sending');
    expect(actions.length).toBeGreaterThan(1);
  });

  it('leaves out what does nothing now', () => {
    expect(namesFor('approve next', 'approver')).toEqual(['Approve next']);
    expect(namesFor('approve next', 'approver', { waiting: 0, isStopped: false })).toEqual([]);
    expect(namesFor('stop', 'finance')).toEqual(['Stop sending']);
    expect(namesFor('stop', 'finance', { waiting: 0, isStopped: true })).toEqual([]);
  });

  it('offers to several roles what it offers to each of them, each name once', () => {
    fc.assert(
      fc.property(fc.subarray([...ROLES], { minLength: 1 }), (roles) => {
        const names = namesOf(roles);
        expect(new Set(names).size).toBe(names.length);
        expect(new Set(names)).toEqual(new Set(roles.flatMap((role) => namesOf([role]))));
      }),
    );
  });
});
