import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { database, type Transaction } from '@/lib/server/database/client';
import { workerLeases } from '@/lib/server/database/schema/sends';
import { singleton } from '@/lib/server/runtime/singleton';
import { fromNow } from '@/lib/server/workers/backoff';

/** Right to do work that only one process may do at a time. A process that dies loses the lease when its time ends. */
export interface WorkLease {
  /** Extends the lease by its full time; false once another process holds it. */
  renew: () => Promise<boolean>;
  /**
   * Checks that this process holds the lease and, where `isLocked`, locks it until the transaction ends. Locks that
   * overlap without an end keep the lease from being renewed.
   */
  isHeldIn: (transaction: Transaction, options?: { isLocked: boolean }) => Promise<boolean>;
  /** Ends the lease, so that another process can take it at once. */
  release: () => Promise<void>;
}

const holder = () => singleton('workers.lease-holder', randomUUID);

/** Takes the lease of this name for `leaseMs` milliseconds; undefined while another process holds it. */
export async function takeLease(name: string, leaseMs: number): Promise<WorkLease | undefined> {
  const leaseUntil = fromNow(leaseMs);
  const mine = { holder: holder(), leaseUntil };
  const isFree = sql`${workerLeases.leaseUntil} <= now() or ${workerLeases.holder} = ${holder()}`;
  const [taken] = await database()
    .insert(workerLeases)
    .values({ name, ...mine })
    .onConflictDoUpdate({ target: workerLeases.name, set: mine, setWhere: isFree })
    .returning({ name: workerLeases.name });
  if (!taken) return undefined;
  const isMine = and(
    eq(workerLeases.name, name),
    eq(workerLeases.holder, holder()),
    gt(workerLeases.leaseUntil, sql`now()`),
  );
  return {
    renew: async () =>
      (await database().update(workerLeases).set({ leaseUntil }).where(isMine).returning({ name: workerLeases.name }))
        .length > 0,
    isHeldIn: async (transaction, { isLocked } = { isLocked: true }) => {
      const reading = transaction.select({ name: workerLeases.name }).from(workerLeases).where(isMine);
      return (await (isLocked ? reading.for('share') : reading)).length > 0;
    },
    release: async () => {
      await database()
        .update(workerLeases)
        .set({ leaseUntil: sql`now()` })
        .where(isMine);
    },
  };
}
