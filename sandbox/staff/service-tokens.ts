import { errors, type Provider } from 'oidc-provider';

/** Scopes of the transfer service: the one that the interface names and the one for reads (service-facts, "Reads"). */
export const WRITE_SCOPE = 'transfer:write_crypto_withdrawal';
export const READ_SCOPE = 'transfer:read_transfer';

/**
 * Issues tokens for client credentials: with a `scope` exactly those, without it all that the client has. The interface
 * names no scope parameter (section 5, point 2), and the provider's own grant would then give none.
 */
export function grantServiceTokens(provider: Provider): void {
  provider.registerGrantType<{ scope?: string }>(
    'client_credentials',
    async (ctx) => {
      const { client, params } = ctx.oidc;
      const allowed = new Set(client.scope?.split(' '));
      const requested = params.scope?.split(' ') ?? [...allowed];
      const denied = requested.find((scope) => !allowed.has(scope));
      if (denied !== undefined) throw new errors.InvalidScope('the client does not have this scope', denied);
      const token = new provider.ClientCredentials({ client, scope: requested.join(' ') });
      ctx.oidc.entity('ClientCredentials', token);
      ctx.body = {
        access_token: await token.save(),
        token_type: token.tokenType,
        expires_in: token.expiration,
        scope: token.scope,
      };
    },
    ['scope'],
  );
}
