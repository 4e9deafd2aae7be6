import type { RecipientChoice, RecipientState } from '@/lib/recipients/recipients';
import type { RequestWithOutcome } from '@/lib/requests/describe-outcome';
import type { Match } from '@/lib/transfers/transfer';

/** A withdrawal request that a search found, with its outcome and how it matched. */
export interface FoundRequest extends RequestWithOutcome {
  transferId: string | null;
  match: Match;
}

/** An entry of the address book that a search found. */
export interface FoundRecipient extends Pick<RecipientChoice, 'id' | 'name' | 'network' | 'address' | 'memo'> {
  state: RecipientState;
  /** `similar`: only the spelling of the name is close. */
  how: Match['how'] | 'similar';
  /** The outgoing transfers to the recipient in the mirror, at most MAX_COUNTED. */
  transfers: number;
}

/** The most transfers that are counted for a recipient; as many mean "this many or more". */
export const MAX_COUNTED = 1000;

/** What a search finds beside transfers: the best matches of each kind, at most as many as a list of results shows. */
export interface FoundBeside {
  requests: FoundRequest[];
  recipients: FoundRecipient[];
}

/** Finds nothing, such as for an empty text. */
export const NOTHING_FOUND: FoundBeside = { requests: [], recipients: [] };

/** Tells whether a request or a recipient matches exactly. */
export function isExactlyBeside({ requests, recipients }: FoundBeside): boolean {
  return requests.some(({ match }) => match.how === 'exact') || recipients.some(({ how }) => how === 'exact');
}
