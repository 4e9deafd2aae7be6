import type { Role } from '@/lib/identity/roles';

/** A section of the home page. */
export type HomeSectionName =
  | 'alarms'
  | 'firstDay'
  | 'search'
  | 'decisions'
  | 'changes'
  | 'tests'
  | 'unresolved'
  | 'returned'
  | 'waiting'
  | 'sentToday'
  | 'watched'
  | 'delayed'
  | 'unsettled'
  | 'inProgress'
  | 'volume'
  | 'finished';

// The most urgent section first. The search has its place in `listHomeSections`.
const SHOWN_TO: readonly [section: Exclude<HomeSectionName, 'search'>, roles: readonly Role[]][] = [
  ['alarms', ['admin', 'auditor']],
  ['changes', ['approver', 'admin']],
  ['decisions', ['approver', 'admin']],
  ['tests', ['finance', 'approver', 'admin']],
  // Who sees the alarms finds these among them.
  ['unresolved', ['finance', 'approver']],
  // Only while the address book is empty.
  ['firstDay', ['finance', 'admin']],
  ['returned', ['finance']],
  ['waiting', ['finance']],
  ['sentToday', ['finance']],
  ['watched', ['finance', 'approver', 'support', 'admin', 'auditor']],
  ['delayed', ['finance', 'support']],
  ['unsettled', ['finance', 'support', 'admin', 'auditor']],
  ['inProgress', ['finance', 'support']],
  ['volume', ['finance', 'support', 'auditor']],
  ['finished', ['finance', 'auditor']],
];

const BEFORE_THE_SEARCH: readonly HomeSectionName[] = [
  'alarms',
  'changes',
  'decisions',
  'tests',
  'unresolved',
  'firstDay',
];

/**
 * Lists the sections of the home page for a person with these roles, the most urgent first, each once. Alarms come
 * before the search, and what waits for a decision comes before the search of a person who is not asked about
 * transfers.
 */
export function listHomeSections(roles: readonly Role[]): HomeSectionName[] {
  const named = SHOWN_TO.filter(([, shownTo]) => shownTo.some((role) => roles.includes(role))).map(([name]) => name);
  const shown = named.includes('alarms') ? named.filter((section) => section !== 'unresolved') : named;
  const first: readonly HomeSectionName[] = roles.includes('support') ? ['alarms'] : BEFORE_THE_SEARCH;
  return [
    ...shown.filter((section) => first.includes(section)),
    'search',
    ...shown.filter((section) => !first.includes(section)),
  ];
}
