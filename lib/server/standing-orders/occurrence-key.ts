import 'server-only';
import { deriveUuid } from '@/lib/server/requests/creation/creation';
import { occurrenceText } from '@/lib/standing-orders/occurrence';

/**
 * Gives the form key of the request for one date, from which its ID and its reference follow: one date, one request.
 */
export function occurrenceKey(orderId: string, date: string): string {
  return deriveUuid(occurrenceText(orderId, date));
}
