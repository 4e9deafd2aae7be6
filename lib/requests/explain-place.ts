import type { NeedView } from '@/lib/requests/request-view';

/** What decides who can be added to those who give an approval. */
interface PlaceRules {
  /** The role whose approvals are required. */
  role: string;
  /** True where approvals are taken only with a passkey. */
  isProofRequired: boolean;
}

/**
 * Explains what to do where too few people can still give the approvals of a group, or those that anyone with the role
 * gives; undefined where enough can.
 */
export function explainOpenPlace({ group, count, filledBy, canFill }: NeedView, rules: PlaceRules): string | undefined {
  const missing = count - filledBy.length;
  if (canFill.length >= missing) return undefined;
  const start = canFill.length === 0 ? 'Nobody can give this approval now.' : 'These are too few.';
  return `${start} ${group === null ? explainFreePlace(rules) : explainGroupPlace(rules)}, or cancel the request.`;
}

function explainGroupPlace({ isProofRequired }: PlaceRules): string {
  const ask = 'Ask an administrator to add people to the group (page “Groups”)';
  return isProofRequired
    ? `${ask} and two administrators to sign that the passkeys of these people are in the group`
    : ask;
}

function explainFreePlace({ role, isProofRequired }: PlaceRules): string {
  const ask = `Ask more people with the role ${role} to sign in once`;
  return isProofRequired ? `${ask} and to add a passkey, which two administrators confirm` : ask;
}
