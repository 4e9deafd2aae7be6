import 'server-only';
import { z } from 'zod';
import type { Registry } from '@/lib/networks/assets';
import { registrySchema } from '@/lib/networks/registry';
import { compareRegistries } from '@/lib/networks/registry-changes';
import { fail, ok } from '@/lib/result';
import { currentRegistry } from '@/lib/server/networks/registry';
import { registryVersions } from '@/lib/server/database/schema';
import type { TwoPersonChange } from '@/lib/server/proposals/change';

const changeSchema = z.strictObject({ basedOn: z.number().int().nonnegative(), directory: registrySchema });
export interface RegistryChangePayload {
  /** The version that it was written against; 0 for the console's own table. */
  basedOn: number;
  directory: Registry;
}

/** A new table of assets and networks in place of the one that it was written against. */
export const registryChange: TwoPersonChange<RegistryChangePayload> = {
  kind: 'directory',
  capability: 'changeDirectory',
  payloadSchema: changeSchema,
  prepare: async ({ payload }) => {
    const current = await currentRegistry();
    if (current.version !== payload.basedOn) return fail(saySurpassed(payload.basedOn, current.version));
    if (compareRegistries(current.directory, payload.directory).length === 0)
      return fail('This is what is in force already.');
    return ok(payload);
  },
  apply: async (transaction, { payload: { basedOn, directory }, proposalId }) => {
    const before = await currentRegistry(transaction);
    const version = basedOn + 1;
    // The number is the key: whoever comes second waits here for the first, and then inserts nothing.
    const [inserted] =
      before.version === basedOn
        ? await transaction
            .insert(registryVersions)
            .values({ version, directory, proposalId })
            .onConflictDoNothing()
            .returning({ version: registryVersions.version })
        : [];
    if (!inserted) return fail(saySurpassed(basedOn, (await currentRegistry(transaction)).version));
    return ok({ before: { version: basedOn, directory: before.directory }, after: { version, directory } });
  },
};

function saySurpassed(basedOn: number, current: number): string {
  return `It was written against version ${basedOn} of the table, and version ${current} is in force by now.`;
}
