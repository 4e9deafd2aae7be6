import 'server-only';
import { z } from 'zod';
import type { Registry } from '@/lib/networks/assets';
import { registrySchema } from '@/lib/networks/registry';
import { compareRegistries } from '@/lib/networks/registry-changes';
import { fail, ok } from '@/lib/result';
import { currentRegistry } from '@/lib/server/networks/registry';
import { registryVersions } from '@/lib/server/database/schema/proposals';
import type { TwoPersonChange } from '@/lib/server/proposals/change';

// Stored with every proposal, so the member keeps the name that earlier proposals have.
const changeSchema = z.strictObject({ basedOn: z.number().int().nonnegative(), directory: registrySchema });

/** Content of a proposal to replace the registry of assets and networks. */
export interface RegistryChangePayload {
  /** Version that the new registry was written against; 0 for the default registry. */
  basedOn: number;
  /** The new registry. */
  directory: Registry;
}

/**
 * Replaces the registry of assets and networks by the proposed one, unless another version came into force since the
 * proposal was written.
 */
export const registryChange: TwoPersonChange<RegistryChangePayload> = {
  kind: 'directory',
  capability: 'changeDirectory',
  payloadSchema: changeSchema,
  prepare: async ({ payload }) => {
    const current = await currentRegistry();
    if (current.version !== payload.basedOn) return fail(explainOutdated(payload.basedOn, current.version));
    if (compareRegistries(current.registry, payload.directory).length === 0)
      return fail('The proposed table is the same as the one in force.');
    return ok(payload);
  },
  apply: async (transaction, { payload: { basedOn, directory: registry }, proposalId }) => {
    const before = await currentRegistry(transaction);
    const version = basedOn + 1;
    // The version is the primary key: the second of two transactions waits here for the first, then inserts nothing.
    const [inserted] =
      before.version === basedOn
        ? await transaction
            .insert(registryVersions)
            .values({ version, registry, proposalId })
            .onConflictDoNothing()
            .returning({ version: registryVersions.version })
        : [];
    if (!inserted) return fail(explainOutdated(basedOn, (await currentRegistry(transaction)).version));
    // The audit log stores these members by these names.
    return ok({ before: { version: basedOn, directory: before.registry }, after: { version, directory: registry } });
  },
};

function explainOutdated(basedOn: number, current: number): string {
  return (
    `This change is based on version ${basedOn} of the table, but version ${current} is now in force. ` +
    'Propose the change again.'
  );
}
