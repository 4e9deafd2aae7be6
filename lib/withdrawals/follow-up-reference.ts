import { REFERENCE_PATTERN } from '@/lib/withdrawals/reference';

/** The longest reference (`REFERENCE_PATTERN`), less what the reference of a test payment adds. */
const MAX_LENGTH = 59;
const FIRST_NUMBER = 2;

/** The most references that are offered for one payment; afterwards, a reference is generated. */
export const MAX_FOLLOW_UPS = 1000;

/**
 * Lists the references of the follow-ups of a request in order, such as "INV-2291-2" and "INV-2291-3" for "INV-2291".
 * `reference`: that of the first request, which is never counted up itself: "PO-2026-11" may be another order than
 * "PO-2026-12". A long reference loses its end. Empty for a text that is no reference.
 */
export function listFollowUpReferences(reference: string, from = 0, count = MAX_FOLLOW_UPS): string[] {
  if (!REFERENCE_PATTERN.test(reference)) return [];
  const left = Math.max(0, Math.min(count, MAX_FOLLOW_UPS - from));
  return Array.from({ length: left }, (_, index) => {
    const suffix = `-${FIRST_NUMBER + from + index}`;
    return reference.slice(0, MAX_LENGTH - suffix.length) + suffix;
  });
}
