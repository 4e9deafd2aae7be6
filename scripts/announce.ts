import { PEOPLE } from '@/sandbox/staff/people';
import type { Stack } from '@/scripts/stack/stack';

const WHAT_ROLES_DO: Record<string, string> = {
  finance: 'asks for withdrawals',
  approver: 'decides on them',
  support: 'reads requests and transfers',
  admin: 'keeps the policy, the stop switch and the audit log; takes two',
};

/** Prints where the console is and who can sign in. */
export function announce({ consoleUrl, sandboxUrl }: Stack, transfers: number): void {
  const people = PEOPLE.map(
    ({ subject, roles }) => `    ${subject.padEnd(14)} ${roles.map((role) => WHAT_ROLES_DO[role] ?? role).join(', ')}`,
  );
  console.log(
    [
      '',
      `  Countersign is at ${consoleUrl}`,
      '',
      '  Sign in as one of these, without a password:',
      ...people,
      '',
      `  Sandbox of the transfer service: ${sandboxUrl} (${transfers.toLocaleString('en')} transfers of history)`,
      '  Ctrl-C stops everything.',
      '',
    ].join('\n'),
  );
}
