import { isJsonObject, readOwnMember } from '@/lib/text/parse-json';

/** Claims of a person or a token, by name (OpenID Connect Core 1.0, 2 and 5.1). */
export type Claims = Readonly<Record<string, unknown>>;

// About the token and the authentication itself: only what is signed can state them.
const TOKEN_CLAIMS: ReadonlySet<string> = new Set(
  'iss sub aud exp iat nbf jti auth_time nonce acr amr azp at_hash c_hash s_hash sid'.split(' '),
);

/**
 * Reads a claim by its name, or by a path of names with dots between them, such as Keycloak's `realm_access.roles`. A
 * claim whose whole name has dots comes first (Auth0's are addresses). Undefined where there is none.
 */
export function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((inner, part) => (isJsonObject(inner) ? readOwnMember(inner, part) : undefined), claims);
}

/**
 * Reads the values of a claim: a list of texts, one text, or the names of a map whose values are objects, as Zitadel
 * states roles (`{"approver": {"1042": "desk.example"}}`). None where it is something else.
 */
export function readValues(claims: Claims, name: string): string[] {
  const value = readClaim(claims, name);
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string') ? value : [];
  return isJsonObject(value) && Object.values(value).every(isJsonObject) ? Object.keys(value) : [];
}

/**
 * Returns whether the provider left a claim out of the token because it has too many values. Microsoft Entra ID does at
 * 200 groups, and names an address to read them from instead (OpenID Connect Core 1.0, 5.6.2: `_claim_names`).
 */
export function isLeftOut(claims: Claims, name: string): boolean {
  const names = claims['_claim_names'];
  return isJsonObject(names) && Object.hasOwn(names, name);
}

/**
 * Lists the names of the claims about a person, with those one level deeper: `groups`, `realm_access.roles`.
 * Never a value. At most 40 names of at most 80 characters, sorted.
 */
export function listClaimNames(claims: Claims): string[] {
  const names = Object.entries(claims).flatMap(([name, value]) =>
    isJsonObject(value) && !name.startsWith('_') ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name],
  );
  return names
    .filter((name) => !TOKEN_CLAIMS.has(name))
    .map((name) => name.slice(0, 80).replaceAll('\0', '').toWellFormed())
    .toSorted()
    .slice(0, 40);
}

/**
 * Adds to the claims of a signed id token what it lacks of the person's roles and groups (`groupClaims`, names or paths
 * as for `readClaim`), name and e-mail address, from the userinfo answer, which is not signed: some providers state
 * groups only there. The signed token wins, and nothing else is taken. Throws where the answer does not name the
 * subject of the token (OpenID Connect Core 1.0, 5.3.2).
 */
export function addUserinfo(token: Claims, userinfo: Claims, groupClaims: readonly string[]): Record<string, unknown> {
  if (typeof userinfo.sub !== 'string') throw new Error('the userinfo answer names no subject');
  if (userinfo.sub !== token.sub) throw new Error('the userinfo answer is about another subject');
  const taken = [...groupClaims, 'name', 'preferred_username']
    .filter((claim) => !TOKEN_CLAIMS.has(claim) && isAbsent(readClaim(token, claim)))
    .map((claim) => [claim, readClaim(userinfo, claim)])
    .filter(([, value]) => !isAbsent(value));
  // Whether an address is verified says who states the address.
  const { email, email_verified } = userinfo;
  const address = isAbsent(token.email) && !isAbsent(email) ? { email, email_verified } : {};
  return { ...token, ...Object.fromEntries(taken), ...address };
}

const isAbsent = (claim: unknown) => claim === undefined || claim === null;

/**
 * Checks that a signed id token states one of the required ways of authentication (`acr`). Any will do where none is
 * required. Throws otherwise.
 */
export function checkAcr({ acr }: Claims, required: readonly string[]): void {
  if (required.length > 0 && !(typeof acr === 'string' && required.includes(acr)))
    throw new Error('acr: the id token lacks a required way of signing in');
}
