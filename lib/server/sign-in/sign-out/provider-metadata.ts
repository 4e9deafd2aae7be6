import 'server-only';
import { createRemoteJWKSet, customFetch } from 'jose';
import { z } from 'zod';
import { settings } from '@/lib/server/config/settings';
import { outgoingFetch } from '@/lib/server/outgoing/agents';
import { singleton } from '@/lib/server/runtime/singleton';

/** What the console needs of the identity provider beside what next-auth asks (OpenID Connect Discovery 1.0). */
const metadataSchema = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  end_session_endpoint: z.url().optional(),
});
type Metadata = z.infer<typeof metadataSchema> & { keys: ReturnType<typeof createRemoteJWKSet> };

const KEPT_MS = 3_600_000;
const TIMEOUT_MS = 3_000;

const kept = () =>
  singleton<{ issuer: string; readAt: number; metadata: Metadata | undefined }>('auth.provider-metadata', () => ({
    issuer: '',
    readAt: 0,
    metadata: undefined,
  }));

/**
 * Reads the metadata of the configured identity provider, at most once an hour. Throws where it cannot be reached, or
 * its metadata is of another issuer.
 */
export async function readProviderMetadata(): Promise<Metadata> {
  const { OIDC_ISSUER: issuer } = settings();
  const known = kept();
  const at = performance.now();
  if (known.metadata && known.issuer === issuer && at - known.readAt < KEPT_MS) return known.metadata;
  const response = await outgoingFetch(`${issuer}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`the identity provider answered ${response.status} to discovery`);
  const read = metadataSchema.parse(await response.json());
  if (read.issuer.replace(/\/$/, '') !== issuer) throw new Error('the metadata is of another issuer');
  const keys = createRemoteJWKSet(new URL(read.jwks_uri), {
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: outgoingFetch,
  });
  Object.assign(known, { issuer, readAt: at, metadata: { ...read, keys } });
  return { ...read, keys };
}
