import 'server-only';
import { z } from 'zod';
import { settings } from '@/lib/server/config/settings';
import type { Identity } from '@/lib/server/sign-in/open-session';
import { type Claims, isLeftOut, listClaimNames, readClaim, readValues } from '@/lib/identity/claims';
import { clipName } from '@/lib/identity/clip-name';
import type { Role } from '@/lib/identity/roles';
import { UNKNOWN_SIGN_IN_TIME } from '@/lib/identity/sign-in-time';
import { isStorable } from '@/lib/text/storable-text';

/** Result of the provider's `profile`; next-auth requires an id of its own. */
export type SignedInUser = Identity & { id: string };

const profileSchema = z.object({
  sub: z.string().min(1),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  email: z.string().optional(),
  // Some providers state the boolean as text.
  email_verified: z.union([z.boolean(), z.string().transform((text) => text === 'true')]).catch(false),
  auth_time: z.number().optional(),
  sid: z.string().min(1).max(500).nullable().catch(null),
});

/** Reads a person from the claims of a sign-in. Throws where they name no subject, or not as text. */
export function readIdentity(claims: Claims): Identity {
  const {
    OIDC_ISSUER,
    OIDC_ROLES_CLAIM,
    OIDC_GROUPS_CLAIM = OIDC_ROLES_CLAIM,
    OIDC_PERSON_CLAIM,
    SCIM_ID_CLAIM,
  } = settings();
  const { sub, name, preferred_username, email, email_verified, auth_time, sid } = profileSchema.parse(claims);
  const roles = readRoles(claims, OIDC_ROLES_CLAIM);
  return {
    issuer: OIDC_ISSUER,
    subject: sub,
    name: clipName(name ?? preferred_username ?? email ?? sub),
    email: email ?? null,
    isEmailVerified: email !== undefined && email_verified,
    personClaim: OIDC_PERSON_CLAIM === undefined ? null : readText(claims, OIDC_PERSON_CLAIM),
    claimedGroups: readClaimedGroups(claims, OIDC_GROUPS_CLAIM),
    roles,
    statedClaims: roles.length === 0 ? listClaimNames(claims) : null,
    leftOutClaims: [...new Set([OIDC_ROLES_CLAIM, OIDC_GROUPS_CLAIM])].filter((claim) => isLeftOut(claims, claim)),
    providerSession: sid,
    directoryId: SCIM_ID_CLAIM === undefined ? sub : readText(claims, SCIM_ID_CLAIM),
    authenticatedAt: auth_time === undefined ? UNKNOWN_SIGN_IN_TIME : new Date(auth_time * 1000),
  };
}

const identifierSchema = z
  .union([z.string().trim().min(1).max(500), z.number().transform(String)])
  .nullable()
  .catch(null);

/** Reads a claim that identifies a person; null where it is no text or number. */
function readText(claims: Claims, claim: string): string | null {
  return identifierSchema.parse(readClaim(claims, claim) ?? null);
}

// More than this no group of approvers needs, and providers state hundreds.
const MAX_CLAIMED_GROUPS = 1000;
const MAX_GROUP_LENGTH = 200;

/** Returns the values of the groups claim, for groups of approvers that the identity provider keeps. */
function readClaimedGroups(claims: Claims, claim: string): string[] {
  const storable = readValues(claims, claim).filter((group) => group.length <= MAX_GROUP_LENGTH && isStorable(group));
  return [...new Set(storable)].slice(0, MAX_CLAIMED_GROUPS);
}

/** Maps a person's groups to console roles; unknown groups map to none. */
function readRoles(claims: Claims, claim: string): Role[] {
  const { OIDC_ROLE_MAP } = settings();
  const known = readValues(claims, claim).filter((group) => Object.hasOwn(OIDC_ROLE_MAP, group));
  return [...new Set(known.map((group) => OIDC_ROLE_MAP[group] as Role))];
}
