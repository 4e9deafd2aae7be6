import 'server-only';
import { z } from 'zod';
import type { Directory } from '@/lib/networks/assets';
import { directorySchema } from '@/lib/networks/registry';
import { compareDirectories } from '@/lib/networks/registry-changes';
import { fail, ok } from '@/lib/result';
import { currentDirectory } from '@/lib/server/networks/registry';
import { directoryVersions } from '@/lib/server/database/schema';
import type { TwoPersonChange } from '@/lib/server/proposals/change';

const changeSchema = z.strictObject({ basedOn: z.number().int().nonnegative(), directory: directorySchema });
export interface DirectoryChangePayload {
  /** The version that it was written against; 0 for the console's own table. */
  basedOn: number;
  directory: Directory;
}

/** A new table of assets and networks in place of the one that it was written against. */
export const directoryChange: TwoPersonChange<DirectoryChangePayload> = {
  kind: 'directory',
  capability: 'changeDirectory',
  payloadSchema: changeSchema,
  prepare: async ({ payload }) => {
    const current = await currentDirectory();
    if (current.version !== payload.basedOn) return fail(saySurpassed(payload.basedOn, current.version));
    if (compareDirectories(current.directory, payload.directory).length === 0)
      return fail('This is what is in force already.');
    return ok(payload);
  },
  apply: async (transaction, { payload: { basedOn, directory }, proposalId }) => {
    const before = await currentDirectory(transaction);
    const version = basedOn + 1;
    // The number is the key: whoever comes second waits here for the first, and then inserts nothing.
    const [inserted] =
      before.version === basedOn
        ? await transaction
            .insert(directoryVersions)
            .values({ version, directory, proposalId })
            .onConflictDoNothing()
            .returning({ version: directoryVersions.version })
        : [];
    if (!inserted) return fail(saySurpassed(basedOn, (await currentDirectory(transaction)).version));
    return ok({ before: { version: basedOn, directory: before.directory }, after: { version, directory } });
  },
};

function saySurpassed(basedOn: number, current: number): string {
  return `It was written against version ${basedOn} of the table, and version ${current} is in force by now.`;
}
