import { endpoint } from '@/lib/http/endpoint';

/** State of the stop switch. */
export interface SendingState {
  isStopped: boolean;
  reason: string;
  /** Time of the last change (ISO 8601). */
  since: string;
  /** Name of the person who changed it; null for the console itself. */
  by: string | null;
}

/** Endpoint for the state of the stop switch, with the id of the person whose session asks. */
export const sendingEndpoint = endpoint<SendingState & { personId: string }>({
  members: ['isStopped', 'reason', 'since', 'personId'],
})(() => '/api/sending');
