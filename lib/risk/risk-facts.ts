import type { AddressVerdict } from '@/lib/addresses/check-address';
import type { Amount } from '@/lib/money/amounts';
import type { Registry } from '@/lib/networks/assets';
import type { Sendable } from '@/lib/withdrawals/sendable';
import type { Coverage } from '@/lib/mirror/coverage';
import type { SheetAmounts } from '@/lib/risk/sheet-amounts';
import type { SignalId } from '@/lib/policy/signals';
import type { TextNote } from '@/lib/withdrawals/text-notes';

/** One finding about a withdrawal. `unavailable` is never a pass: the check did not run. */
export interface RiskLine {
  id: string;
  state: 'ok' | 'notice' | 'warn' | 'unavailable';
  text: string;
  /** Names a finding that warns or could not be checked in a few words; absent where it was stored without a name. */
  name?: string;
  /** True for an amount that is not unusual for its recipient, whatever it is beside others. */
  isUsualForRecipient?: boolean;
  /** True for an amount so far above earlier ones that an approver enters it once more. */
  isAmountAsked?: boolean;
  /** True for what costs the whole amount, where neither its id nor its name tells (sort-findings.ts). */
  isGrave?: boolean;
  /** True for a rejection after which nothing was changed. */
  isUnchanged?: boolean;
  /** The data that the finding is based on, as a sentence, where the finding does not tell; absent otherwise. */
  basis?: string;
}

/** The findings as shown and stored with a request, with the signals that policy rules can require. */
export interface RiskCard {
  lines: RiskLine[];
  signals: SignalId[];
}

/** The result of a check; `unavailable` where the check could not run. */
export type Checked<Value> = { value: Value } | 'unavailable';

/** A completed withdrawal to the address, on any network of its family. */
export interface Payment {
  network: string;
  asset: string;
  value: Amount;
  memo: string | null;
  /** The time in ISO 8601. */
  at: string;
  /** True for a payment of another profile while a right to see is in force: no finding gives its amount or memo. */
  isHidden?: boolean;
}

/** An address book entry with the same address and network. */
export interface SavedEntry {
  name: string;
  memo: string | null;
  profiles: readonly string[];
  /** True where the entry is exactly this recipient: with the same memo, where the network uses memos. */
  isExactMatch: boolean;
  /**
   * True for an entry of other profiles while a right to see is in force: no finding gives its name, memo or profiles.
   */
  isHidden?: boolean;
}

/** All facts behind the risk card. Payments are the newest ones, at most `MAX_PAYMENTS` of each kind. */
export interface RiskFacts {
  network: string;
  asset: string;
  value: Amount;
  memo: string | null;
  /** The address against its network; with a memo where the address itself carries one (SEP-23). */
  address: AddressVerdict;
  /** What calls for a second look in the memo, the reference, the beneficiary and the metadata. */
  textNotes: readonly TextNote[];
  profileId: string;
  /** Payments made by this console. */
  ownPayments: Checked<Payment[]>;
  /** Withdrawals in the mirror that this console did not make. */
  otherPayments: Checked<Payment[]>;
  /** The share of all transfers that the mirror holds. */
  coverage: Checked<Coverage>;
  /** True where a transfer, or a withdrawal that the service accepted from here, names the profile. */
  isKnownProfile: Checked<boolean>;
  /** The amounts of the newest completed withdrawals of the asset from the profile, as the mirror holds them. */
  profileAmounts: Checked<Amount[]>;
  /** The amounts of the asset in the sheet of which the withdrawal is a row. */
  sheet?: SheetAmounts | undefined;
  /** The number of other requests within 24 hours with the same recipient and value. */
  repeatedRequests: Checked<number>;
  /** The number of other requests to the recipient in each open stage. */
  openRequests: Checked<{ awaiting: number; approved: number; inProgress: number; unknown: number }>;
  savedEntries: Checked<SavedEntry[]>;
  registry: Checked<Registry & Pick<Sendable, 'serviceNetworks'>>;
}
