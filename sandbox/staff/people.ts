/** A person who can sign in at the sandbox's OpenID provider. */
export interface Person {
  subject: string;
  roles: readonly string[];
}

/** The demo people: one for each role, and two where a flow requires two. */
export const PEOPLE: readonly Person[] = [
  { subject: 'finance', roles: ['finance'] },
  { subject: 'finance-two', roles: ['finance'] },
  { subject: 'approver-one', roles: ['approver'] },
  { subject: 'approver-two', roles: ['approver'] },
  { subject: 'support', roles: ['support'] },
  { subject: 'admin', roles: ['admin'] },
  { subject: 'admin-two', roles: ['admin'] },
];

/** Finds the person with a subject. */
export function findPerson(subject: unknown): Person | undefined {
  return PEOPLE.find((person) => person.subject === subject);
}

/** Returns the claims of a person for the id token and the userinfo answer. */
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
