import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { eq, sql } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import { denialReason, type Role } from '@/lib/identity/roles';
import { choicesSchema, type NoticeChoices, type NoticeSettings } from '@/lib/notifications/contract';
import { ALL_NOTICE_KINDS, isNoticeKind, NOTICE_KINDS, type NoticeKind } from '@/lib/notifications/kinds';
import { DEFAULT_HOURS, modeOf } from '@/lib/notifications/schedule';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { database, inTransaction } from '@/lib/server/database/client';
import { noticeHours, noticePreferences } from '@/lib/server/database/schema/notices';
import { people } from '@/lib/server/database/schema/people';
import { sendsMail } from '@/lib/server/notifications/smtp';

/** Reads what the reader is notified of, by which channel and when. */
export async function readNoticeSettings(): Promise<Result<NoticeSettings, Denial>> {
  const reader = await authorize('readStatus');
  if (!reader.ok) return reader;
  const { id, roles } = reader.value;
  const [person] = await database().select({ email: people.email }).from(people).where(eq(people.id, id));
  const chosen = await database().select().from(noticePreferences).where(eq(noticePreferences.personId, id));
  const [hours = DEFAULT_HOURS] = await database().select().from(noticeHours).where(eq(noticeHours.personId, id));
  const modes = new Map(chosen.map(({ kind, mode }) => [kind, mode]));
  const { timeZone, quietFrom, quietUntil } = hours;
  return ok({
    email: person?.email ?? null,
    isMailOn: sendsMail(),
    kinds: ALL_NOTICE_KINDS.filter((kind) => concerns(kind, roles)).map((kind) => ({
      kind,
      label: NOTICE_KINDS[kind].label,
      mode: modeOf(kind, modes.get(kind)),
      isNeeded: NOTICE_KINDS[kind].isNeeded === true,
    })),
    timeZone,
    quiet: quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil },
  });
}

/** Tells whether a person with these roles can be notified of a kind. */
function concerns(kind: NoticeKind, roles: readonly Role[]): boolean {
  const { audience } = NOTICE_KINDS[kind];
  const can = (capability: Parameters<typeof denialReason>[0]) => denialReason(capability, roles) === undefined;
  if (typeof audience === 'object')
    return audience.everybodyWho.some(can) || (audience.andRequester === true && can('makeWithdrawal'));
  switch (audience) {
    case 'deciders':
    case 'order-approvers':
      return can('decideOnWithdrawals');
    case 'deciders-and-requester':
      return can('decideOnWithdrawals') || can('makeWithdrawal');
    case 'requester':
      return can('makeWithdrawal');
    case 'named':
      return can('discussWithdrawals');
    case 'requester-and-watchers':
    case 'self':
      return true;
    case 'target':
      return false;
    case 'confirmers':
      return can('confirmRecipients') || can('changePolicy');
  }
}

/** Saves what the signed-in person chose; takes unchecked input. What cannot be switched off is refused. */
export async function saveNoticeChoices(
  input: unknown,
): Promise<Result<null, Denial | { kind: 'invalid'; reason: string }>> {
  const person = await authorize('readStatus', { limit: 'submit' });
  if (!person.ok) return person;
  const given = readInput(choicesSchema, input, 'The choices could not be read.');
  if (!given.ok) return given;
  const needed = Object.entries(given.value.modes).find(
    ([kind, mode]) => mode === 'off' && isNoticeKind(kind) && NOTICE_KINDS[kind].isNeeded,
  );
  if (needed)
    return fail({
      kind: 'invalid',
      reason: 'What waits for you, and alarms, cannot be switched off. Nothing was saved.',
    });
  await save(person.value, given.value);
  return ok(null);
}

async function save({ id: personId }: Person, { modes, timeZone, quiet }: NoticeChoices): Promise<void> {
  const rows = Object.entries(modes).map(([kind, mode]) => ({ personId, kind, mode }));
  await inTransaction(async (transaction) => {
    if (rows.length > 0)
      await transaction
        .insert(noticePreferences)
        .values(rows)
        .onConflictDoUpdate({
          target: [noticePreferences.personId, noticePreferences.kind],
          set: { mode: sql`excluded.mode` },
        });
    const hours = { timeZone, quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null };
    await transaction
      .insert(noticeHours)
      .values({ personId, ...hours })
      .onConflictDoUpdate({ target: noticeHours.personId, set: hours });
  });
}
