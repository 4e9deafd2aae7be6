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

/** What every open page of the console polls. */
export interface SendingPoll extends SendingState {
  /** The id of the person whose session asks. */
  personId: string;
  /** The number of things on `/approvals` that wait for this person; null for people who decide nothing. */
  waiting: number | null;
}

/** Endpoint for the state of the stop switch, with what else every open page must know. */
export const sendingEndpoint = endpoint<SendingPoll>({
  members: ['isStopped', 'reason', 'since', 'personId', 'waiting'],
})(() => '/api/sending');
