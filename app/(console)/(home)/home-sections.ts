import type { Role } from '@/lib/identity/roles';

/** A section of the home page. */
export type HomeSectionName =
  | 'alarms'
  | 'decisions'
  | 'tests'
  | 'questions'
  | 'returned'
  | 'firstDay'
  | 'waiting'
  | 'today';

// What is the reader's to do, the most urgent first; then what waits for others, and the day.
const SHOWN_TO: readonly [section: HomeSectionName, roles: readonly Role[]][] = [
  ['alarms', ['admin', 'auditor']],
  ['decisions', ['approver', 'admin']],
  ['tests', ['finance', 'approver', 'admin']],
  ['questions', ['finance']],
  ['returned', ['finance']],
  // Only while the address book is empty.
  ['firstDay', ['finance', 'admin']],
  ['waiting', ['finance']],
  ['today', ['finance', 'approver', 'support', 'admin', 'auditor']],
];

/** Lists the sections of the home page for a person with these roles, the most urgent first, each once. */
export function listHomeSections(roles: readonly Role[]): HomeSectionName[] {
  return SHOWN_TO.filter(([, shownTo]) => shownTo.some((role) => roles.includes(role))).map(([name]) => name);
}
