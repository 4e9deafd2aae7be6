import type { z } from 'zod';
import { joinList } from '@/lib/text/join-list';

/** What people call the members of a rule that are named differently in a file. */
const MEMBERS: Record<string, string> = {
  'when.makers': 'requesters',
  'when.atLeast': 'amount',
  'when.isNewRecipient': 'new recipient',
  'when.signals': 'warnings',
  'when.overTime': 'limit over time',
  'then.kind': 'outcome',
  'then.count': 'approvals',
  'then.wholeBatch': 'batch as a whole',
};

const TYPES: Record<string, string> = {
  string: 'a text in quotes',
  number: 'a whole number, without quotes',
  int: 'a whole number',
  array: 'a list in brackets',
  object: 'an object in braces',
  record: 'an object in braces',
};

/** Describes a place in a file for people, who count rules from 1: “Rule 2, approvals (then.count)”. */
export function describePlace(path: readonly PropertyKey[]): string {
  const [first, index, ...inner] = path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (first !== 'rules' || typeof index !== 'number')
    return path.length === 0 ? 'The file' : path.map(String).join('.');
  const member = MEMBERS[inner.slice(0, 2).join('.')];
  const place = inner.join('.');
  return [`Rule ${index + 1}`, ...(place === '' ? [] : [member ? `${member} (${place})` : place])].join(', ');
}

/**
 * Describes a mistake in a file to people, for `safeParse`: “must be a list in brackets.” Undefined where a schema says
 * itself what is wrong.
 */
export function describeMistake(issue: z.core.$ZodRawIssue): string | undefined {
  const { code } = issue;
  if (code === 'invalid_type')
    return issue.input === undefined ? 'is missing.' : `must be ${TYPES[issue.expected] ?? issue.expected}.`;
  if (code === 'invalid_value') return `must be ${describeValues(issue.values)}.`;
  if (code === 'invalid_union' && Array.isArray(issue.options)) return `must be ${describeValues(issue.options)}.`;
  if (code === 'too_small') return `must ${describeSize(issue.origin, issue.minimum, 'at least')}.`;
  return code === 'too_big' ? `must ${describeSize(issue.origin, issue.maximum, 'at most')}.` : undefined;
}

function describeValues(values: readonly unknown[]): string {
  return joinList(
    values.map((value) => (typeof value === 'string' ? `“${value}”` : String(value))),
    'or',
  );
}

function describeSize(origin: string, size: number | bigint, bound: 'at least' | 'at most'): string {
  if (origin === 'string') return `have ${bound} ${size} ${size === 1 ? 'character' : 'characters'}`;
  return origin === 'array' ? `have ${bound} ${size} ${size === 1 ? 'entry' : 'entries'}` : `be ${bound} ${size}`;
}
