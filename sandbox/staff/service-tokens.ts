import { errors, type Provider } from 'oidc-provider';

/** Scopes of the service: withdrawals, reads, travel-rule data, balances (docs/specification/service-facts.md). */
export const WRITE_SCOPE = 'transfer:write_crypto_withdrawal';
export const READ_SCOPE = 'transfer:read_transfer';
export const ADDRESS_SCOPE = 'transfer:write_crypto_destination_address';
export const PROFILE_SCOPE = 'funding:read_profile';

/**
 * Registers the client-credentials grant: with a `scope` parameter it grants exactly those scopes, without one all
 * scopes of the client. The interface names no scope parameter
 * (docs/specification/service-interface.md#authentication), and the provider's own grant would then grant none.
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
