import { z } from 'zod';
import { policyDocumentSchema } from '@/lib/policy/document/document';

/**
 * Gives the JSON schema of a policy as a file. What JSON schema cannot say, such as that an amount is above zero, is
 * checked when a file is read.
 */
export function describePolicyDocument(): object {
  return {
    ...z.toJSONSchema(policyDocumentSchema, { io: 'input' }),
    title: 'Rules of a Countersign policy',
    description: 'The first rule that matches decides; all conditions in "when" must hold. See docs/decisions.',
  };
}
