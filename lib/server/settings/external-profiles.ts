import 'server-only';
import { z } from 'zod';
import type { Transaction } from '@/lib/server/database/client';
import { readSetting, type Setting } from '@/lib/server/settings/versions';

/** Profiles from which others may send without an alarm. */
export const EXTERNAL_PROFILES: Setting<string[]> = {
  kind: 'external-profiles',
  schema: z.array(z.string()),
  initial: [],
};

/** Reads the profiles from which others may send, and the number of the list in force; 0 where there was none yet. */
export async function readExternalProfiles(
  selecting?: Pick<Transaction, 'select'>,
): Promise<{ version: number; profiles: string[] }> {
  const { version, value } = await readSetting(EXTERNAL_PROFILES, selecting);
  return { version, profiles: value };
}
