import { Client } from 'pg';
import { RecordingMember } from '@/e2e/access-control/canaries';
import type { StackAddresses } from '@/e2e/stack/addresses';
import { ROLES } from '@/lib/identity/roles';

/** `nobody` has no session; `roleless` is signed in without any role. */
export const VISITORS = ['nobody', 'roleless', ...ROLES] as const;
export type Visitor = (typeof VISITORS)[number];

/** One person for each kind of visitor, and another person with the role finance. */
export type People = Record<Visitor | 'other', RecordingMember>;

const SUBJECTS: Record<Exclude<Visitor, 'nobody'> | 'other', string> = {
  roleless: 'admin-two',
  finance: 'finance',
  approver: 'approver-one',
  support: 'support',
  admin: 'admin',
  auditor: 'auditor',
  other: 'finance-two',
};

/** Signs everyone in through the real sign-in. */
export async function signInEveryone({ consoleUrl, databaseUrl }: StackAddresses): Promise<People> {
  const people = { nobody: new RecordingMember('nobody', consoleUrl) } as People;
  for (const [who, subject] of Object.entries(SUBJECTS) as [keyof typeof SUBJECTS, string][]) {
    const member = new RecordingMember(subject, consoleUrl);
    const answer = await member.signIn();
    if (!member.isSignedIn)
      throw new Error(`${subject} could not sign in: ${answer.status} ${answer.body.slice(0, 200)}`);
    people[who] = member;
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`update people set roles = '{}' where subject = $1`, [SUBJECTS.roleless]);
  await client.end();
  return people;
}
