import { routes } from '@/lib/http/routes';
import type { RecipientFilter } from '@/lib/server/recipients/read';

/** Gives the address of the page with these filters. */
export function addressOfRecipients({ q, network, state, after }: RecipientFilter): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(network && { network }),
    ...(state !== 'ACTIVE' && { state }),
    ...(after !== undefined && { after }),
  }).toString();
  return query === '' ? routes.recipients : `${routes.recipients}?${query}`;
}
