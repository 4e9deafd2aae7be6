import type { Amount } from '@/lib/money/amounts';
import type { Registry } from '@/lib/networks/assets';
import type { Coverage } from '@/lib/mirror/coverage';
import type { SignalId } from '@/lib/risk/signals';

/** What continuity with earlier payments says of a withdrawal. `unavailable` is never a pass: it could not be looked up. */
export interface RiskLine {
  id: string;
  state: 'ok' | 'notice' | 'warn' | 'unavailable';
  text: string;
  /** What it rests on, in words. */
  basis: string;
}

/** The lines as they are shown and kept with a request, and what of them a policy can ask for. */
export interface RiskCard {
  lines: RiskLine[];
  signals: SignalId[];
}

/** What a check brought, or nothing where it could not run. */
export type Checked<Value> = { value: Value } | 'unavailable';

/** A completed withdrawal to the address, on whatever network of its family. */
export interface Payment {
  network: string;
  asset: string;
  value: Amount;
  memo: string | null;
  /** ISO 8601. */
  at: string;
}

/** An entry of the book, as far as it matters here. `isThis`: it is this very recipient, with the memo where that tells recipients apart. */
export interface SavedEntry {
  name: string;
  memo: string | null;
  profiles: readonly string[];
  isThis: boolean;
}

/** Everything that the card is made of. Payments are the newest, at most `MAX_PAYMENTS` of each kind. */
export interface RiskFacts {
  network: string;
  asset: string;
  value: Amount;
  memo: string | null;
  /** Whether the address carries a memo in itself (SEP-23). */
  isMemoInAddress?: boolean;
  profileId: string;
  /** Those made by this console. */
  own: Checked<Payment[]>;
  /** Withdrawals in the mirror that were not made by this console. */
  older: Checked<Payment[]>;
  /** How much of all transfers the mirror holds. */
  coverage: Checked<Coverage>;
  /** What completed withdrawals of the asset from the profile were, as the mirror has them; the newest. */
  ofProfile: Checked<Amount[]>;
  /** How many requests of a day around this one have the same recipient and value. */
  repeated: Checked<number>;
  open: Checked<{ awaiting: number; approved: number; underWay: number; inDoubt: number }>;
  /** The entries of the book with this address on this network. */
  saved: Checked<SavedEntry[]>;
  directory: Checked<Registry>;
}
