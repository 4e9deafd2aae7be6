import { z } from 'zod';
import { policyRulesSchema } from '@/lib/policy/rules';

/** Payload of a proposal that replaces the rules of the version it is based on. */
export const policyChangeSchema = z.strictObject({ basedOn: z.number().int().positive(), rules: policyRulesSchema });
export type PolicyChange = z.infer<typeof policyChangeSchema>;
