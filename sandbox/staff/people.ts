/** A person who can sign in at the sandbox's OpenID provider. */
export interface Person {
  subject: string;
  roles: readonly string[];
  /** Subject of the person whose e-mail address this account has as well; its own address otherwise. */
  emailOf?: string;
  /** False where the provider has not verified the address. */
  isEmailVerified?: boolean;
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
  { subject: 'auditor', roles: ['auditor'] },
];

/** Further accounts of the person behind `finance`: one with the same verified address, one that only claims it. */
export const SECOND_ACCOUNTS: readonly Person[] = [
  { subject: 'second-account', roles: ['approver'], emailOf: 'finance' },
  { subject: 'unverified-account', roles: ['approver'], emailOf: 'finance', isEmailVerified: false },
];

/** Finds the person with a subject. */
export function findPerson(subject: unknown): Person | undefined {
  return [...PEOPLE, ...SECOND_ACCOUNTS].find((person) => person.subject === subject);
}

/** Returns the claims of a person for the id token and the userinfo answer. */
export function claimsOf({ subject, roles, emailOf = subject, isEmailVerified = true }: Person): {
  sub: string;
  name: string;
  email: string;
  email_verified: boolean;
  roles: string[];
} {
  return {
    sub: subject,
    name: subject,
    email: `${emailOf}@countersign.example`,
    email_verified: isEmailVerified,
    roles: [...roles],
  };
}
