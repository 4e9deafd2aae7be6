import { compareAmounts } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';
import type { RequestWithOutcome } from '@/lib/requests/describe-outcome';
import { MATCHES, type SearchTerm } from '@/lib/search/search-terms';
import type { Match } from '@/lib/transfers/transfer';

// Separate from lib/search/found.ts, so that a page that only shows matches loads no decimal library.

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

function isAmountOf({ body }: RequestWithOutcome, { amount, asset }: NonNullable<SearchTerm['money']>): boolean {
  const fixed = body.amount ?? body.total ?? '';
  return body.asset.toUpperCase() === asset && isServiceAmount(fixed) && compareAmounts(fixed, amount) === 0;
}

/** Lists the texts of a request by which a search finds it, the telling ones first. */
function listTexts(request: RequestWithOutcome & { transferId: string | null }): [field: string, text: string][] {
  const { id, refId, transferId, body, requesterName, recipientName, note, follows, followedBy } = request;
  const members: [string, string | null | undefined][] = [
    ['ref_id', refId],
    ['request_id', id],
    ['follows', follows?.refId],
    ['followed_by', followedBy?.refId],
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
