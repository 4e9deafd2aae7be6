import { endpoint } from '@/lib/http/endpoint';

/** Whether sending is stopped. `by` is null where the console stopped sending by itself. */
export interface SendingState {
  isStopped: boolean;
  reason: string;
  /** Since when sending has been stopped or resumed (ISO 8601). */
  since: string;
  by: string | null;
}

/** Whether sending is stopped, with the id of the person whose session asked. */
export const sendingEndpoint = endpoint<SendingState & { personId: string }>({
  members: ['isStopped', 'reason', 'since', 'personId'],
})(() => '/api/sending');
