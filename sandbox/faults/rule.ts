import { z } from 'zod';
import { fail, ok, type Result } from '@/lib/result';
import { OPERATIONS } from '@/sandbox/api/operations';
import { type Fault, faultSchema } from '@/sandbox/faults/fault';

const targetSchema = z
  .strictObject({
    on: z.enum([...OPERATIONS, 'any']).default('any'),
    times: z.number().int().min(1).optional(),
    share: z.number().min(0).max(1).optional(),
    match: z.strictObject({ ref_id: z.string().optional(), id: z.string().optional() }).optional(),
  })
  .refine(({ times, share }) => times === undefined || share === undefined, 'give times or share, not both');

/** The calls that a fault affects: the next `times`, a `share` of them, or all. */
export type FaultTarget = z.infer<typeof targetSchema>;

/** Parses a rule as `POST /_sandbox/faults` takes it: the target's members and the fault's in one object. */
export function parseFaultRule(body: unknown): Result<{ target: FaultTarget; fault: Fault }, string> {
  if (typeof body !== 'object' || body === null) return fail('The body must be a JSON object.');
  const { on, times, share, match, ...rest } = body as Record<string, unknown>;
  const target = targetSchema.safeParse({ on, times, share, match });
  if (!target.success) return fail(z.prettifyError(target.error));
  const fault = faultSchema.safeParse(rest);
  return fault.success ? ok({ target: target.data, fault: fault.data }) : fail(z.prettifyError(fault.error));
}
