import { routes } from '@/lib/http/routes';
import { type RequestListQuery, writeRequestQuery } from '@/lib/requests/query';

/** Gives the address of a list, and of its page after `cursor`. */
export function addressOf(query: RequestListQuery, cursor?: string | null): string {
  const parameters = writeRequestQuery(query);
  if (cursor) parameters.set('cursor', cursor);
  const text = parameters.toString();
  return text === '' ? routes.withdrawals : `${routes.withdrawals}?${text}`;
}
