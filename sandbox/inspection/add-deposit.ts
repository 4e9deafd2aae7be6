import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { fail, ok, type Result } from '@/lib/result';
import { networksOf, type TransferService } from '@/sandbox/api/transfer-service';
import { termsOf } from '@/sandbox/assets';
import type { SandboxOptions } from '@/sandbox/options';
import { customerOf } from '@/sandbox/profiles';
import type { TransferRecord } from '@/sandbox/transfer';
import { canonical, dollars, toUnits } from '@/sandbox/units';

const depositSchema = (options: SandboxOptions) =>
  z.strictObject({
    destination_address: z.string().min(1).max(256),
    crypto_network: z.enum(networksOf(options)).default('ETHEREUM'),
    asset: z
      .string()
      .regex(/^[A-Z0-9]{2,12}$/, 'is not a ticker')
      .default('ETH'),
    amount: z
      .string()
      .max(64)
      .regex(/^[0-9]*\.?[0-9]+$/, 'is not a plain decimal')
      .default('0.001'),
    profile_id: z.string().min(1).default('p-ops'),
    ref_id: z.string().min(1).optional(),
    memo: z.string().optional(),
  });

/**
 * Adds a completed deposit to the ledger, as anyone can cause by sending something to the desk, with the address as
 * given. Changes no balance. Fails with a sentence that names the issues of the body.
 */
export function addDeposit({ ledger, options }: TransferService, body: unknown): Result<TransferRecord, string> {
  const parsed = depositSchema(options).safeParse(body);
  if (!parsed.success) return fail(z.prettifyError(parsed.error));
  const { amount: given, asset, profile_id, destination_address, crypto_network, ref_id, memo } = parsed.data;
  const now = options.clock();
  const at = new Date(now).toISOString();
  const amount = canonical(given);
  const { decimals, priceCents } = termsOf(asset);
  const record: TransferRecord = {
    id: randomUUID(),
    customer_id: customerOf(profile_id),
    profile_id,
    amount,
    total: amount,
    fee: '0',
    asset,
    direction: 'CREDIT',
    type: 'CRYPTO_DEPOSIT',
    status: 'PENDING',
    created_at: at,
    updated_at: at,
    ...(ref_id !== undefined && { ref_id }),
    destination_address,
    crypto_network,
    notional_value: dollars(toUnits(amount, decimals), decimals, priceCents),
    ...(memo !== undefined && { memo }),
  };
  ledger.add({ record, settlement: { atMs: now, outcome: 'completed' }, idempotencyKey: null });
  return ok(ledger.findById(record.id) ?? record);
}
