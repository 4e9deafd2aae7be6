import type { TransferListInfo } from '@/app/(console)/transfers/_list/transfer-list';
import { describeSearched } from '@/lib/search/describe-searched';

/** The line below the rows of a search: what was not looked through. The head of the list says how many match. */
export default function SearchEnd({ info: { limits } }: { info: TransferListInfo }) {
  return <p>{describeSearched([], limits)}</p>;
}
