import { PEOPLE } from '@/sandbox/staff/people';
import type { Stack } from '@/scripts/stack/stack';

// Only what the console can do by now.
const WHAT_ROLES_DO: Record<string, string> = {
  finance: 'asks for withdrawals, sent at once for now; reads requests and transfers',
  approver: 'reads requests and transfers; deciding is being built',
  support: 'reads requests and transfers',
  admin: 'reads requests and transfers; rules and recipients are being built',
};

/** Prints where the console is and who can sign in. */
export function announce({ consoleUrl, sandboxUrl }: Stack, transfers: number): void {
  const people = PEOPLE.map(({ subject, roles }) => `    ${subject.padEnd(14)} ${roles.map((role) => WHAT_ROLES_DO[role] ?? role).join(', ')}`);
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
