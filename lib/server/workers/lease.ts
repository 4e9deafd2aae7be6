import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { database, type Transaction } from '@/lib/server/database/client';
import { workerLeases } from '@/lib/server/database/schema';
import { singleton } from '@/lib/server/runtime/singleton';
import { fromNow } from '@/lib/server/workers/backoff';

/** Work that only one process does at a time. A process that dies loses it when its time ends. */
export interface WorkLease {
  /** Whether it is still this process's, and for how long again. */
  renew: () => Promise<boolean>;
  /** Whether it is still this process's; where it is, nobody can take it before the transaction ends. */
  isHeldIn: (transaction: Transaction) => Promise<boolean>;
  release: () => Promise<void>;
}

const holder = () => singleton('workers.lease-holder', randomUUID);

/** Takes a piece of work by its name, for so long; undefined where another process has it. */
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
    isHeldIn: async (transaction) =>
      (await transaction.select({ name: workerLeases.name }).from(workerLeases).where(isMine).for('share')).length > 0,
    release: async () => {
      await database()
        .update(workerLeases)
        .set({ leaseUntil: sql`now()` })
        .where(isMine);
    },
  };
}
