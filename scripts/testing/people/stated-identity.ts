import type { Identity } from '@/lib/server/sign-in/open-session';

/** Returns a person as a provider states them at a sign-in just now: a subject with roles, and what a test adds. */
export function stateIdentity(claims: Pick<Identity, 'subject' | 'roles'> & Partial<Identity>): Identity {
  return {
    issuer: 'https://people.example',
    name: claims.subject,
    email: null,
    isEmailVerified: false,
    personClaim: null,
    claimedGroups: [],
    statedClaims: null,
    leftOutClaims: [],
    providerSession: null,
    directoryId: claims.subject,
    authenticatedAt: new Date(),
    ...claims,
  };
}
