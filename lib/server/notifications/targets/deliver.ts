import 'server-only';
import { composeMessage } from '@/lib/notifications/chat-messages';
import type { NotificationTarget } from '@/lib/notifications/targets';
import type { ToldNotice } from '@/lib/notifications/compose';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeCanonical } from '@/lib/proof/canonical';
import { database } from '@/lib/server/database/client';
import { findUnsignedChange } from '@/lib/server/passkeys/signed-changes';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import {
  claimDue,
  type Claimed,
  type DeliveryFailure,
  recordDelivery,
  TO_TARGETS,
} from '@/lib/server/notifications/claim';
import { nameDelivery, UNKNOWN_KIND } from '@/lib/server/notifications/deliver';
import { post } from '@/lib/server/notifications/targets/post';
import { currentTargets } from '@/lib/server/notifications/targets/read';
import { openAddress, signingSecret } from '@/lib/server/notifications/targets/seal';
import { tellingConsole } from '@/lib/server/notifications/telling-console';
import { log } from '@/lib/server/observability/log';
import { now } from '@/lib/server/runtime/clock';
import { singleton } from '@/lib/server/runtime/singleton';
import { createHmac } from 'node:crypto';

/** Deliveries of this process that are under way, by target: a slow target holds up no other one. */
const underWay = () => singleton('notifications.targets', () => new Map<string, Promise<void>>());

/** Begins to deliver what is due for one target, and returns how many notices that is. */
export async function deliverToTargets(): Promise<number> {
  const busy = underWay();
  const claimed = await claimDue(TO_TARGETS, [...busy.keys()]);
  if (!claimed) return 0;
  const { ownerId } = claimed;
  const delivering = deliver(claimed)
    .catch((error: unknown) => log.error({ err: error, targetId: ownerId }, 'a delivery could not be recorded'))
    .finally(() => busy.delete(ownerId));
  busy.set(ownerId, delivering);
  return claimed.noticeIds.length;
}

/** Waits for the deliveries that this process has begun. */
export async function finishDeliveries(): Promise<void> {
  await Promise.all(underWay().values());
}

async function deliver(claimed: Claimed): Promise<void> {
  const { ownerId: targetId, noticeIds } = claimed;
  const failure = await send(claimed);
  await recordDelivery(TO_TARGETS, claimed, failure);
  if (failure)
    log.warn({ targetId, notices: noticeIds.length, reason: failure.reason }, 'a notification was not delivered');
}

async function send({
  ownerId,
  noticeIds,
  notices: [first, ...others],
}: Claimed): Promise<DeliveryFailure | undefined> {
  const { version, targets } = await currentTargets();
  const target = targets.find(({ id }) => id === ownerId);
  if (!target) return { reason: 'The target was removed.', isFinal: true };
  if (!first) return UNKNOWN_KIND;
  const unsigned = isProofRequired() ? await findUnsignedTargets(version, targets) : undefined;
  if (unsigned) return { reason: `The targets are not signed. ${unsigned.sentence}`, isFinal: false };
  const [only] = noticeIds;
  const id = noticeIds.length === 1 && only !== undefined ? only : nameDelivery(ownerId, noticeIds);
  return postTo(target, { id, notices: [first, ...others] });
}

/** Finds why a version of the targets is not what two administrators signed; undefined where it is. */
async function findUnsignedTargets(version: number, targets: readonly NotificationTarget[]) {
  return findUnsignedChange(database(), {
    kind: 'notificationTarget',
    subject: { id: 'notification-targets', version },
    sha256: await sha256Hex(writeCanonical(targets)),
  });
}

/** Posts notices to a target under an ID that repeats share; gives why it did not take them, or undefined. */
export async function postTo(
  { id: targetId, channel, sealed, secrets }: NotificationTarget,
  { id, notices }: { id: string; notices: readonly [ToldNotice, ...ToldNotice[]] },
): Promise<DeliveryFailure | undefined> {
  const address = openAddress(sealed);
  if (address === undefined)
    return {
      reason: 'The console cannot read the address any more, since NEXTAUTH_SECRET changed. Enter it again.',
      isFinal: true,
    };
  const body = composeMessage(channel, notices, tellingConsole());
  if (channel !== 'webhook') return post(address, { body });
  const keys = secrets.map((generation) => signingSecret(targetId, generation));
  return post(address, { body, headers: signWebhook({ id, at: now(), body }, keys) });
}

/**
 * Gives the headers by which a receiver verifies a webhook (Standard Webhooks 1.0,
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md): the ID, which repeats of
 * the same message share, the time in seconds, and a signature for each secret.
 */
export function signWebhook(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
