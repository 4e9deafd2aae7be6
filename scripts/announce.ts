import { PEOPLE } from '@/sandbox/staff/people';
import type { Stack } from '@/scripts/stack/stack';

const ROLE_DESCRIPTIONS: Record<string, string> = {
  finance: 'requests withdrawals',
  approver: 'approves or rejects withdrawals',
  support: 'reads requests and transfers',
  admin: 'changes the policy (with a second admin), stops sending, reads the audit log',
  auditor: 'reads everything, the audit log too, and changes nothing',
};

/** Prints the addresses of the stack and the people who can sign in. */
export function announce({ consoleUrl, sandboxUrl }: Stack, transfers: number): void {
  const people = PEOPLE.map(
    ({ subject, roles }) =>
      `    ${subject.padEnd(14)} ${roles.map((role) => ROLE_DESCRIPTIONS[role] ?? role).join(', ')}`,
  );
  console.log(
    [
      '',
      `  Countersign runs at ${consoleUrl}`,
      '',
      '  Sign in as one of these people; no password is needed:',
      ...people,
      '',
      `  Passkeys: admin and admin-two set them up at ${consoleUrl}/account/set-up (needed with CONSOLE_PROOF=required)`,
      `  Sandbox of the transfer service: ${sandboxUrl} (${transfers.toLocaleString('en')} transfers of history)`,
      `  Mail that the console sends: ${sandboxUrl}/mail`,
      '  Press Ctrl-C to stop everything.',
      '',
    ].join('\n'),
  );
}
