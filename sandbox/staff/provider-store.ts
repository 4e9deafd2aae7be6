import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** Where the provider keeps what it issued: in memory, so a restart of the sandbox ends every token. */
export interface ProviderStore {
  adapter: AdapterFactory;
  /** Forgets every access token of the transfer service at once. */
  forgetServiceTokens: () => void;
}

/** An empty store. Sessions are never persisted: each sign-in asks who is there, so that one can change person. */
export function createProviderStore(): ProviderStore {
  const models = new Map<string, Map<string, AdapterPayload>>();
  const modelOf = (name: string) => {
    const model = models.get(name) ?? new Map<string, AdapterPayload>();
    models.set(name, model);
    return model;
  };
  return {
    adapter: (name) => (name === 'Session' ? EMPTY_ADAPTER : createModelAdapter(modelOf(name), models)),
    forgetServiceTokens: () => modelOf('ClientCredentials').clear(),
  };
}

// Expiry is the provider's to check, by the `exp` in each payload.
function createModelAdapter(
  model: Map<string, AdapterPayload>,
  models: ReadonlyMap<string, Map<string, AdapterPayload>>,
): Adapter {
  return {
    upsert: async (id, payload) => {
      model.set(id, payload);
    },
    find: async (id) => model.get(id),
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = model.get(id);
      if (payload) model.set(id, { ...payload, consumed: Math.floor(Date.now() / 1000) });
    },
    destroy: async (id) => {
      model.delete(id);
    },
    revokeByGrantId: async (grantId) => {
      for (const each of models.values())
        for (const [id, payload] of each) if (payload.grantId === grantId) each.delete(id);
    },
  };
}

const doNothing = async () => undefined;
const EMPTY_ADAPTER: Adapter = {
  upsert: doNothing,
  find: doNothing,
  findByUid: doNothing,
  findByUserCode: doNothing,
  consume: doNothing,
  destroy: doNothing,
  revokeByGrantId: doNothing,
};
