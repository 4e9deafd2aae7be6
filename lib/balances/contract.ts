import { endpoint } from '@/lib/http/endpoint';

/** What a profile has available of one asset, and when that was read (ISO 8601). */
export interface BalanceView {
  asset: string;
  available: string;
  at: string;
}

/** More than is available of one balance, as a sentence. */
export interface Shortage {
  profileId: string;
  asset: string;
  text: string;
}

/** Reads what a profile has available of an asset; null where that is not known. */
export const balanceEndpoint = endpoint<BalanceView | null>({ members: ['asset', 'available', 'at'], orNull: true })(
  (query: { profile: string; asset: string }) => `/api/withdrawals/balance?${new URLSearchParams(query).toString()}`,
);

/** Finds which needs are more than is available; a POST of `{ needs: Need[] }`, since an address cannot hold them. */
export const shortagesEndpoint = endpoint<Shortage[]>({ list: true })(() => '/api/withdrawals/batches/shortages');
