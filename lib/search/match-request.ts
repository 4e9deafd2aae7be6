import { type Amount, compareAmounts } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';
import type { RequestWithOutcome } from '@/lib/requests/describe-outcome';
import { hasEnds } from '@/lib/search/match-other';
import { listLabelSpellings, readOtherWays } from '@/lib/search/other-readings';
import { readAmounts } from '@/lib/search/read-amounts';
import { MATCHES, type SearchTerm } from '@/lib/search/search-terms';
import type { Match } from '@/lib/transfers/transfer';

// Separate from lib/search/found.ts, so that a page that only shows matches loads no decimal library.

const HOW = ['exact', 'prefix', 'contains'] as const;

/** What a search knows of a request. */
type SearchedRequest = Pick<
  RequestWithOutcome,
  'id' | 'refId' | 'body' | 'requesterName' | 'recipientName' | 'note' | 'follows' | 'followedBy'
> & { transferId: string | null };

/** Finds the member of a request that a term matches, the best kind of match first; `record` where none does. */
export function findRequestMatch(request: SearchedRequest, term: SearchTerm): Match {
  if (term.money && isAmountOf(request, term.money)) return { field: 'amount', how: 'exact' };
  const wanted = term.text.toLowerCase();
  const texts = listTexts(request).map(([field, text]) => [field, text.toLowerCase()] as const);
  for (const how of HOW) {
    const found = texts.find(([, text]) => MATCHES[how](text, wanted));
    if (found) return { field: found[0], how };
  }
  const other = findOther(request, term);
  if (other) return other;
  // Words of a name in another order.
  const words = wanted.split(/\s+/u);
  const named = texts.find(([, text]) => words.every((word) => text.includes(word)));
  return { field: named?.[0] ?? 'record', how: 'contains' };
}

function isAmountOf(
  { body }: SearchedRequest,
  { amounts, asset }: { amounts: readonly Amount[]; asset?: string | undefined },
): boolean {
  const fixed = body.amount ?? body.total ?? '';
  const isOfAsset = asset === undefined || body.asset.toUpperCase() === asset;
  return isOfAsset && isServiceAmount(fixed) && amounts.some((amount) => compareAmounts(fixed, amount) === 0);
}

/** Finds the member that another reading of the term matched (lib/search/other-readings.ts). */
function findOther(request: SearchedRequest, term: SearchTerm): Match | undefined {
  const { keys, spellings, ends, label = '' } = readOtherWays(term.text);
  const amounts = readAmounts(term.text);
  if (amounts && isAmountOf(request, amounts)) return { field: 'amount', how: 'exact' };
  const texts = listTexts(request);
  const inside = keys.map((key) => texts.find(([, text]) => text.toLowerCase() === key.toLowerCase()));
  const [field] = inside.find((found) => found !== undefined) ?? [];
  if (field !== undefined) return { field, how: 'exact' };
  if (spellings.includes(request.refId.toLowerCase())) return { field: 'ref_id', how: 'exact' };
  if (ends && hasEnds(request.body.destination_address, ends)) return { field: 'destination_address', how: 'ends' };
  const { profile_id, identity_id, account_id, metadata = {} } = request.body;
  const labels = listLabelSpellings(label);
  const ids = Object.entries({ profile_id, identity_id, account_id });
  const [id] = ids.find(([, text]) => text !== undefined && labels.includes(text.toLowerCase())) ?? [];
  if (id !== undefined) return { field: id, how: 'exact' };
  const hasKey = Object.keys(metadata).some((key) => labels.includes(key.toLowerCase()));
  return hasKey ? { field: 'metadata_key', how: 'exact' } : undefined;
}

/** Lists the texts of a request by which a search finds it, the telling ones first. */
function listTexts(request: SearchedRequest): [field: string, text: string][] {
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
