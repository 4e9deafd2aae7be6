/** Claims of a person or a token, by name (OpenID Connect Core 1.0, 2 and 5.1). */
export type Claims = Readonly<Record<string, unknown>>;

// About the token and the authentication itself: only what is signed can state them.
const TOKEN_CLAIMS: ReadonlySet<string> = new Set(
  'iss sub aud exp iat nbf jti auth_time nonce acr amr azp at_hash c_hash s_hash sid'.split(' '),
);

/**
 * Adds to the claims of a signed id token what it lacks of the person's roles and groups (`groupClaims`), name and
 * e-mail address, from the userinfo answer, which is not signed: some providers state groups only there. The signed
 * token wins, and nothing else is taken. Throws where the answer does not name the subject of the token (OpenID Connect
 * Core 1.0, 5.3.2).
 */
export function addUserinfo(token: Claims, userinfo: Claims, groupClaims: readonly string[]): Record<string, unknown> {
  if (typeof userinfo.sub !== 'string') throw new Error('the userinfo answer names no subject');
  if (userinfo.sub !== token.sub) throw new Error('the userinfo answer is about another subject');
  const taken = [...groupClaims, 'name', 'preferred_username']
    .filter((claim) => !TOKEN_CLAIMS.has(claim) && isAbsent(token[claim]) && !isAbsent(userinfo[claim]))
    .map((claim) => [claim, userinfo[claim]]);
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
