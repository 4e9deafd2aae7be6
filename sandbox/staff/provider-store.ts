import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** Storage of the OpenID provider, in memory: a restart of the sandbox revokes every token. */
export interface ProviderStore {
  adapter: AdapterFactory;
  /** Forgets every access token of the transfer service. */
  forgetServiceTokens: () => void;
}

/** Creates an empty store. Without `keepsSessions`, each sign-in asks for the person, so that one can switch. */
export function createProviderStore({ keepsSessions = false } = {}): ProviderStore {
  const models = new Map<string, Map<string, AdapterPayload>>();
  const modelOf = (name: string) => {
    const model = models.get(name) ?? new Map<string, AdapterPayload>();
    models.set(name, model);
    return model;
  };
  return {
    adapter: (name) =>
      name === 'Session' && !keepsSessions ? EMPTY_ADAPTER : createModelAdapter(modelOf(name), models),
    forgetServiceTokens: () => modelOf('ClientCredentials').clear(),
  };
}

// The provider itself checks expiry, by the `exp` of each payload.
function createModelAdapter(
  model: Map<string, AdapterPayload>,
  models: ReadonlyMap<string, Map<string, AdapterPayload>>,
): Adapter {
  return {
    upsert: async (id, payload) => {
      model.set(id, payload);
    },
    find: async (id) => model.get(id),
    findByUid: async (uid) => [...model.values()].find((payload) => payload.uid === uid),
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
