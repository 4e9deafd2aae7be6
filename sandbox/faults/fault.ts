import { z } from 'zod';
import { PROBLEM_SLUGS } from '@/sandbox/problems';

const milliseconds = z.number().int().min(0).max(600_000);
const afterEffect = z.literal('effect').optional();

/** A fault of an answer; README.md describes each kind. */
export const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('latency'), ms: milliseconds, after: afterEffect }),
  z.strictObject({ kind: z.literal('throttle'), retry_after: z.number().int().min(0).optional() }),
  z.strictObject({
    kind: z.literal('error'),
    status: z.number().int().min(400).max(599).default(500),
    type: z.enum(PROBLEM_SLUGS).optional(),
    detail: z.string().optional(),
    after: afterEffect,
  }),
  z.strictObject({
    kind: z.literal('redirect'),
    status: z.literal([301, 302, 303, 307, 308]).default(302),
    location: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('expire-tokens') }),
  z.strictObject({ kind: z.literal('reset-before') }),
  z.strictObject({ kind: z.literal('reset-after') }),
  z.strictObject({ kind: z.literal('cut-body') }),
  z.strictObject({ kind: z.literal('malformed-json') }),
  z.strictObject({ kind: z.literal('huge-body'), bytes: z.number().int().min(1).max(200_000_000).default(8_000_000) }),
  z.strictObject({ kind: z.literal('wrong-ref-id') }),
  z.strictObject({ kind: z.literal('wrong-amount') }),
  z.strictObject({ kind: z.literal('cursor-loop') }),
  z.strictObject({ kind: z.literal('never-empty-cursor') }),
  z.strictObject({
    kind: z.literal('empty-pages'),
    in_a_row: z.number().int().min(1).max(1000).default(1),
    has_cursor: z.boolean().default(true),
  }),
  z.strictObject({ kind: z.literal('unknown-enums') }),
  z.strictObject({
    kind: z.literal('missing-fields'),
    fields: z.array(z.string()).min(1).default(['customer_id', 'fee', 'updated_at']),
  }),
  z.strictObject({ kind: z.literal('nil-uuids') }),
  z.strictObject({ kind: z.literal('poisoned-items') }),
]);

export type Fault = z.infer<typeof faultSchema>;

const STOPPING: ReadonlySet<Fault['kind']> = new Set(['throttle', 'error', 'redirect', 'reset-before']);

/** Returns whether the fault answers in place of the effect, which then does not happen. */
export function stopsEffect(fault: Fault): boolean {
  return STOPPING.has(fault.kind) && !('after' in fault && fault.after === 'effect');
}
