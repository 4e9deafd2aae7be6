import type { z } from 'zod';
import { fail, ok, type Result } from '@/lib/result';

/** Parses what a browser sent; fails with the first issue of the schema, or with `otherwise` where there is none. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  otherwise: string,
): Result<z.infer<Schema>, { kind: 'invalid'; reason: string }> {
  const given = schema.safeParse(input);
  if (given.success) return ok(given.data);
  return fail({ kind: 'invalid', reason: given.error.issues[0]?.message ?? otherwise });
}
