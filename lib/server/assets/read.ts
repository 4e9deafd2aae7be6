import 'server-only';
import { desc } from 'drizzle-orm';
import { DEFAULT_DIRECTORY, type Directory } from '@/lib/assets';
import { directorySchema } from '@/lib/directory';
import { database, type Transaction } from '@/lib/server/database/client';
import { directoryVersions } from '@/lib/server/database/schema';

/** The table of assets and networks in force: the newest that administrators put in place, else the console's own. Authorises nobody: it is no secret. */
export async function readDirectory(transaction?: Transaction): Promise<Directory> {
  const [row] = await (transaction ?? database())
    .select({ directory: directoryVersions.directory })
    .from(directoryVersions)
    .orderBy(desc(directoryVersions.version))
    .limit(1);
  return row ? directorySchema.parse(row.directory) : DEFAULT_DIRECTORY;
}
