import type { RequestSummary } from '@/lib/requests/request-summary';

/** A question about a request that its requester has not answered. */
export interface OpenQuestion {
  id: number;
  personName: string;
  text: string;
  request: RequestSummary;
}
