import 'server-only';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { settings } from '@/lib/server/config/settings';
import { readProviderMetadata } from '@/lib/server/sign-in/sign-out/provider-metadata';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
// Older tokens are refused, and the database remembers used ones for longer (lib/server/auth/session-sweep.ts).
const MAX_AGE_S = 600;
const CLOCK_TOLERANCE_S = 30;

const text = z.string().min(1).max(500);
const claimsSchema = z
  .object({
    jti: text,
    sub: text.optional(),
    sid: text.optional(),
    events: z.looseObject({ [EVENT]: z.looseObject({}) }),
    // An id token has one, and must not pass for a logout token.
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

// How jose says that the keys did not come: too late, with another status than 200, or as something else.
const NO_KEYS = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID']);

/** Which sessions a logout token ends: those of a person, of one session at the provider, or of both. */
export interface LogoutToken {
  jti: string;
  sub?: string | undefined;
  sid?: string | undefined;
}

/**
 * Verifies a logout token of the configured identity provider (OpenID Connect Back-Channel Logout 1.0, 2.6): signature,
 * issuer, audience, age, event, and that it is no id token. Whether it was used before is asked elsewhere. Returns
 * undefined for a token that does not count. Throws where the provider cannot be asked for its keys.
 */
export async function verifyLogoutToken(token: string): Promise<LogoutToken | undefined> {
  const { issuer, keys } = await readProviderMetadata();
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: settings().OIDC_CLIENT_ID,
      algorithms: ['RS256'],
      clockTolerance: CLOCK_TOLERANCE_S,
      maxTokenAge: MAX_AGE_S,
      requiredClaims: ['exp'],
    });
    if (!/^(?:logout\+jwt|jwt)$/i.test(protectedHeader.typ ?? 'jwt')) return undefined;
    return claimsSchema.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError && !NO_KEYS.has(error.code)) return undefined;
    throw error;
  }
}
