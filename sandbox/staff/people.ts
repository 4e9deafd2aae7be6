/** Someone who can sign in at the sandbox's OpenID provider. */
export interface Person {
  subject: string;
  roles: readonly string[];
}

/** The demo's people: a subject for each thing that one may have to be, and two where two are needed. */
export const PEOPLE: readonly Person[] = [
  { subject: 'finance', roles: ['finance'] },
  { subject: 'finance-two', roles: ['finance'] },
  { subject: 'approver-one', roles: ['approver'] },
  { subject: 'approver-two', roles: ['approver'] },
  { subject: 'support', roles: ['support'] },
  { subject: 'admin', roles: ['admin'] },
  { subject: 'admin-two', roles: ['admin'] },
];

/** The person with a subject, or undefined. */
export function findPerson(subject: unknown): Person | undefined {
  return PEOPLE.find((person) => person.subject === subject);
}

/** What the provider says of a person, in the id token and in the userinfo answer. */
export function claimsOf({ subject, roles }: Person): {
  sub: string;
  name: string;
  email: string;
  email_verified: boolean;
  roles: string[];
} {
  return {
    sub: subject,
    name: subject,
    email: `${subject}@countersign.example`,
    email_verified: true,
    roles: [...roles],
  };
}
