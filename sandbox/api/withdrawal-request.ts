import { z } from 'zod';
import { MAX_METADATA_CHARACTERS, MAX_METADATA_PAIRS, metadataLength } from '@/lib/withdrawals/metadata';
import { type NetworkId } from '@/lib/networks/networks';
import { fail, ok, type Result } from '@/lib/result';

const MAX_TEXT = 256;

const id = z.string().min(1).max(MAX_TEXT);
// Neither sign nor exponent; ".25" is valid (docs/specification/service-facts.md#fields). Bounded before any decimal
// library parses the value.
const decimal = z
  .string()
  .max(64)
  .regex(/^[0-9]*\.?[0-9]+$/, 'is not a plain decimal')
  .regex(/[1-9]/, 'must be above zero');
const label = z
  .string()
  .refine(
    (text) => metadataLength(text) <= MAX_METADATA_CHARACTERS,
    `has more than ${MAX_METADATA_CHARACTERS} characters`,
  );

const requestSchema = (networks: readonly [NetworkId, ...NetworkId[]]) =>
  z
    .strictObject({
      profile_id: id,
      destination_address: id.regex(/^\S+$/, 'has a space in it'),
      asset: z.string().regex(/^[A-Z0-9]{2,12}$/, 'is not a ticker'),
      crypto_network: z.enum(networks),
      ref_id: id.optional(),
      identity_id: id.optional(),
      account_id: id.optional(),
      balance_asset: id.optional(),
      metadata: z
        .record(label, label)
        .refine((pairs) => Object.keys(pairs).length <= MAX_METADATA_PAIRS, `has more than ${MAX_METADATA_PAIRS} pairs`)
        .optional(),
      fee_id: id.optional(),
      amount: decimal.optional(),
      total: decimal.optional(),
      beneficiary: z.record(z.string(), z.unknown()).optional(),
      memo: z.string().max(MAX_TEXT).optional(),
    })
    .refine(
      ({ amount, total }) => (amount === undefined) !== (total === undefined),
      'exactly one of amount and total must be given',
    );

/** The body of a create: the fields of docs/specification/service-interface.md#withdrawal-request and no others. */
export type WithdrawalRequest = z.infer<ReturnType<typeof requestSchema>>;

/**
 * Creates the check of the body of a create against docs/specification/service-interface.md#withdrawal-request and
 * #limits, for the networks of a sandbox. It fails with one sentence that names every issue.
 */
export function createRequestParser(
  networks: readonly [NetworkId, ...NetworkId[]],
): (body: unknown) => Result<WithdrawalRequest, string> {
  const schema = requestSchema(networks);
  return (body) => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return ok(parsed.data);
    return fail(
      parsed.error.issues
        // zod says of a key only that it is invalid, and why in issues of its own.
        .flatMap((issue) =>
          issue.code === 'invalid_key' ? issue.issues.map(({ message }) => ({ path: issue.path, message })) : [issue],
        )
        .map(({ path, message }) => (path.length > 0 ? `${path.map(String).join('.')}: ${message}` : message))
        .join('; '),
    );
  };
}
