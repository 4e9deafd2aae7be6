import 'server-only';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { TargetFailure } from '@/lib/notifications/contract';
import type { NotificationTarget } from '@/lib/notifications/targets';
import { routes } from '@/lib/http/routes';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { auditAction } from '@/lib/server/database/append-audit';
import { postTo } from '@/lib/server/notifications/targets/deliver';
import { currentTargets } from '@/lib/server/notifications/targets/read';
import { signingSecret } from '@/lib/server/notifications/targets/seal';
import { now } from '@/lib/server/runtime/clock';

const testSchema = z.strictObject({ id: z.uuid() });
const secretSchema = z.strictObject({ id: z.uuid(), generation: z.int() });

/** Sends a test message to a target in force, and says why it did not take it. Takes unchecked input. */
export async function testTarget(input: unknown): Promise<Result<null, TargetFailure>> {
  const person = await authorize('changeNotificationTargets', { limit: 'live' });
  if (!person.ok) return person;
  const given = testSchema.safeParse(input);
  const target = given.success ? await findTarget(given.data.id) : undefined;
  if (!target) return fail({ kind: 'not-found' });
  const notice = {
    id: randomUUID(),
    kind: 'test-message' as const,
    path: routes.notifications,
    asset: null,
    amount: null,
    at: now(),
  };
  const failure = await postTo(target, { id: notice.id, notices: [notice] });
  await record(person.value, 'notifications.tested', target, failure && { reason: failure.reason });
  return failure ? fail({ kind: 'not-taken', reason: failure.reason }) : ok(null);
}

/** Gives a signing secret of a webhook in force, for the person who sets up its receiver. Takes unchecked input. */
export async function showSigningSecret(input: unknown): Promise<Result<string, TargetFailure>> {
  const person = await authorize('changeNotificationTargets', { limit: 'submit' });
  if (!person.ok) return person;
  const given = secretSchema.safeParse(input);
  const target = given.success ? await findTarget(given.data.id) : undefined;
  if (!given.success || !target?.secrets.includes(given.data.generation)) return fail({ kind: 'not-found' });
  await record(person.value, 'notifications.secret-shown', target, { generation: given.data.generation });
  return ok(signingSecret(target.id, given.data.generation));
}

async function findTarget(id: string): Promise<NotificationTarget | undefined> {
  const { targets } = await currentTargets();
  return targets.find((target) => target.id === id);
}

async function record(
  person: Person,
  action: 'notifications.tested' | 'notifications.secret-shown',
  { id, label }: NotificationTarget,
  facts: Record<string, unknown> | undefined,
): Promise<void> {
  await auditAction(person, { action, subject: 'notifications', after: { targetId: id, label, ...facts } });
}
