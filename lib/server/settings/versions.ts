import 'server-only';
import { desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { SettingKind } from '@/lib/proposals/settings';
import { database, type Transaction } from '@/lib/server/database/client';
import { settingVersions } from '@/lib/server/database/schema/settings';
import { type Confirmation, withConfirmations } from '@/lib/server/settings/confirmations';

/** A value that two administrators change as a whole. Each change is a version. */
export interface Setting<Value> {
  kind: SettingKind;
  /** Reads the value as it is stored. */
  schema: z.ZodType<Value>;
  /** The value that the console comes with, as version 0; undefined where its first version is in the database. */
  initial: Value | undefined;
}

/** A version that is or was in force. ISO 8601; null for what the console comes with, like the two people. */
export interface SettingVersion<Value> extends Confirmation {
  version: number;
  value: Value;
  activeFrom: string | null;
}

/** The most versions that a page lists. */
const MAX_VERSIONS = 50;

/** Reads the version of a setting in force. Asks for no right: pages and actions ask before. */
export async function readSetting<Value>(
  { kind, schema, initial }: Setting<Value>,
  selecting: Pick<Transaction, 'select'> = database(),
): Promise<{ version: number; value: Value }> {
  const [row] = await selecting
    .select({ version: settingVersions.version, value: settingVersions.value })
    .from(settingVersions)
    .where(eq(settingVersions.kind, kind))
    .orderBy(desc(settingVersions.version))
    .limit(1);
  if (row) return { version: row.version, value: schema.parse(row.value) };
  if (initial === undefined) throw new Error(`no version of the setting ${kind} is in the database`);
  return { version: 0, value: initial };
}

/**
 * Reads the versions of a setting with who put each in force, newest first: the one in force, then at most 49 earlier.
 * Gives each as `show` makes it.
 */
export async function readSettingVersions<Value, Shown>(
  { kind, schema, initial }: Setting<Value>,
  show: (version: SettingVersion<Value>) => Shown,
): Promise<[Shown, ...Shown[]]> {
  const rows = await database()
    .select()
    .from(settingVersions)
    .where(eq(settingVersions.kind, kind))
    .orderBy(desc(settingVersions.version))
    .limit(MAX_VERSIONS);
  const versions = (await withConfirmations(rows)).map(({ row, confirmation }) =>
    show({
      version: row.version,
      value: schema.parse(row.value),
      activeFrom: row.activeFrom.toISOString(),
      ...confirmation,
    }),
  );
  if (initial !== undefined && versions.length < MAX_VERSIONS) {
    const none = { activeFrom: null, proposedBy: null, confirmedBy: null, comment: null };
    versions.push(show({ version: 0, value: initial, ...none }));
  }
  const [current, ...earlier] = versions;
  if (current === undefined) throw new Error(`no version of the setting ${kind} is in the database`);
  return [current, ...earlier];
}
