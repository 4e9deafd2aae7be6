import { database } from '@/lib/server/database/client';
import { mirrorSync } from '@/lib/server/database/schema/mirror';

/** Makes the copy of the transfers complete as of a time, by default this moment; incomplete for null. */
export async function completeMirror(asOf: Date | null = new Date()): Promise<void> {
  const at = asOf?.toISOString() ?? '';
  const lastWalk = { startedAt: at, endedAt: at, records: 0, pages: 1 };
  await database()
    .update(mirrorSync)
    .set({ state: asOf === null ? {} : { lastWalk } });
}
