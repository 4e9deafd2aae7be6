import { compareAmounts } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';
import type { RecipientChoice, RecipientState } from '@/lib/recipients/recipients';
import type { RequestWithOutcome } from '@/lib/requests/describe-outcome';
import type { SearchTerm } from '@/lib/search/search-terms';
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

const HOW = ['exact', 'prefix', 'contains'] as const;

/** Finds the member of a request that a term matches, the best kind of match first; `record` where none does. */
export function findRequestMatch(request: RequestWithOutcome & { transferId: string | null }, term: SearchTerm): Match {
  if (term.money && isAmountOf(request, term.money)) return { field: 'amount', how: 'exact' };
  const wanted = term.text.toLowerCase();
  const texts = listTexts(request).map(([field, text]) => [field, text.toLowerCase()] as const);
  for (const how of HOW) {
    const found = texts.find(([, text]) => MATCHES[how](text, wanted));
    if (found) return { field: found[0], how };
  }
  // Words of a name in another order.
  const words = wanted.split(/\s+/u);
  const named = texts.find(([, text]) => words.every((word) => text.includes(word)));
  return { field: named?.[0] ?? 'record', how: 'contains' };
}

const MATCHES: Record<Match['how'], (text: string, wanted: string) => boolean> = {
  exact: (text, wanted) => text === wanted,
  prefix: (text, wanted) => text.startsWith(wanted),
  contains: (text, wanted) => text.includes(wanted),
};

function isAmountOf({ body }: RequestWithOutcome, { amount, asset }: NonNullable<SearchTerm['money']>): boolean {
  const fixed = body.amount ?? body.total ?? '';
  return body.asset.toUpperCase() === asset && isServiceAmount(fixed) && compareAmounts(fixed, amount) === 0;
}

/** Lists the texts of a request by which a search finds it, the telling ones first. */
function listTexts(request: RequestWithOutcome & { transferId: string | null }): [field: string, text: string][] {
  const { id, refId, transferId, body, requesterName, recipientName, note } = request;
  const members: [string, string | null | undefined][] = [
    ['ref_id', refId],
    ['request_id', id],
    ['transfer_id', transferId],
    ['destination_address', body.destination_address],
    ['memo', body.memo],
    ['recipient', recipientName],
    ['requester', requesterName],
    ...Object.entries(body.metadata ?? {}).map(([key, value]): [string, string] => [`metadata.${key}`, value]),
    ['note', note],
  ];
  return members.filter((member): member is [string, string] => typeof member[1] === 'string');
}
