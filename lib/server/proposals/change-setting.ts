import 'server-only';
import { z } from 'zod';
import type { SettingPayload } from '@/lib/proposals/settings';
import { fail, ok } from '@/lib/result';
import type { Person } from '@/lib/server/auth/sessions';
import { database, type Transaction } from '@/lib/server/database/client';
import { settingVersions } from '@/lib/server/database/schema/settings';
import type { TwoPersonChange } from '@/lib/server/proposals/change';
import { readSetting, type Setting } from '@/lib/server/settings/versions';

interface SettingChange<Value> {
  /** Reads a value as it is proposed, where that is more than reading what is stored. */
  input?: z.ZodType<Value>;
  isSame: (before: Value, after: Value) => boolean;
  /** Says that nothing would change. */
  same: string;
  /** Says that another version, of this number, came into force since the proposal was written. */
  outdated: (basedOn: number, current: number) => string;
  /** Explains why a person may not propose any change. */
  denialReason?: (person: Person) => string | undefined;
  /**
   * Explains why a value cannot come into force; asked when it is proposed, and in the transaction that confirms it.
   */
  findFault?: (value: Value, selecting: Pick<Transaction, 'select'>) => Promise<string | undefined>;
}

/**
 * Makes the change by which two people replace the value of a setting, unless another version came into force
 * meanwhile.
 */
export function changeOf<Value>(
  setting: Setting<Value>,
  { input = setting.schema, ...rules }: SettingChange<Value>,
): TwoPersonChange<SettingPayload<Value>> {
  return {
    payloadSchema: z.strictObject({ basedOn: z.number().int().nonnegative(), value: input }),
    prepare: async ({ payload, person }) => {
      const denied = rules.denialReason?.(person);
      if (denied !== undefined) return fail(denied);
      const current = await readSetting(setting);
      if (current.version !== payload.basedOn) return fail(rules.outdated(payload.basedOn, current.version));
      if (rules.isSame(current.value, payload.value)) return fail(rules.same);
      const fault = await rules.findFault?.(payload.value, database());
      return fault === undefined ? ok(payload) : fail(fault);
    },
    apply: async (transaction, { payload: { basedOn, value }, proposalId }) => {
      const { kind } = setting;
      const before = await readSetting(setting, transaction);
      const fault = await rules.findFault?.(value, transaction);
      if (fault !== undefined) return fail(fault);
      const version = basedOn + 1;
      // The version is the key: of two concurrent changes the second waits here for the first, then inserts nothing.
      const [inserted] =
        before.version === basedOn
          ? await transaction
              .insert(settingVersions)
              .values({ kind, version, value, proposalId })
              .onConflictDoNothing()
              .returning({ version: settingVersions.version })
          : [];
      if (!inserted) return fail(rules.outdated(basedOn, (await readSetting(setting, transaction)).version));
      return ok({ before: { version: before.version, value: before.value }, after: { version, value } });
    },
  };
}
