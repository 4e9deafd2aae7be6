import { Client } from 'pg';
import { Listener } from '@/e2e/access-control/canaries';
import type { StackAddresses } from '@/e2e/stack/addresses';

/** Nobody has no session; `roleless` is signed in, and the company gave them no role. */
export const WHO = ['nobody', 'roleless', 'finance', 'approver', 'support', 'admin'] as const;
export type Who = (typeof WHO)[number];

/** One of each role, and somebody else with the first. */
export type People = Record<Who | 'other', Listener>;

const SUBJECTS: Record<Exclude<Who, 'nobody'> | 'other', string> = {
  roleless: 'admin-two',
  finance: 'finance',
  approver: 'approver-one',
  support: 'support',
  admin: 'admin',
  other: 'finance-two',
};

/** Signs everybody in by the real sign-in. */
export async function signEverybodyIn({ consoleUrl, databaseUrl }: StackAddresses): Promise<People> {
  const people = { nobody: new Listener('nobody', consoleUrl) } as People;
  for (const [who, subject] of Object.entries(SUBJECTS) as [keyof typeof SUBJECTS, string][]) {
    const member = new Listener(subject, consoleUrl);
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
