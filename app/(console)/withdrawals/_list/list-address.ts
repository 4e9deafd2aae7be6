import { routes } from '@/lib/http/routes';
import { type RequestListQuery, writeRequestQuery } from '@/lib/requests/list/query';

/** Gives the address of a list. */
export function addressOf(query: RequestListQuery): string {
  const text = writeRequestQuery(query).toString();
  return text === '' ? routes.withdrawals : `${routes.withdrawals}?${text}`;
}
