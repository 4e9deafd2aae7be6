import { sql } from 'drizzle-orm';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { sendAttempts, sends } from '@/lib/server/database/schema/sends';

/**
 * Runs a transaction with triggers and foreign keys off, as the owner of the database could: for rows that the console
 * cannot write, such as a state that lies in the past, or an attack on what is left without triggers.
 */
export function withoutTriggers<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
  return inTransaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`);
    return work(transaction);
  });
}

/** Deletes every send with its attempts, so that the next send is that of a test. */
export function clearSends(): Promise<void> {
  return withoutTriggers(async (transaction) => {
    await transaction.delete(sendAttempts);
    await transaction.delete(sends);
  });
}
