import { checkAddress } from '@/lib/addresses/check-address';
import type { Asset } from '@/lib/networks/assets';
import type { Network } from '@/lib/networks/network-definition';
import type { ProfileChoice } from '@/lib/profiles/choices';
import type { PaidTo } from '@/lib/recipients/adoption';
import { isSameId } from '@/lib/text/uuid';

/** Recipient to whom withdrawals of the desk were completed, with what every one of them has in common. */
export interface PaidRecipient {
  network: string;
  /** As it was paid. */
  address: string;
  memo: string | null;
  paid: Pick<PaidTo, 'times' | 'isAtLeast' | 'lastAt'>;
  /** The asset of every payment; null where there were several, or too few payments to say. */
  asset: string | null;
  /** The profile that every payment came from; null as above. */
  profile: string | null;
  /** True where the service declined a later withdrawal to this recipient: nothing about it is usual. */
  isDeclined: boolean;
}

/** Number of payments from which on what all of them have in common counts as usual. */
export const MIN_USUAL = 3;

/** Gives the one value of all payments to a recipient; null where they differ, or are too few. */
export function findCommon(values: readonly string[], times: number): string | null {
  const [only, ...more] = new Set(values);
  return only !== undefined && more.length === 0 && times >= MIN_USUAL ? only : null;
}

/** Value that the form fills in by itself, and where it comes from, as a sentence without a full stop. */
export interface Filled {
  value: string;
  from: string;
}

/** The fields that the form may fill in by itself. Never the amount or the address. */
export interface FilledFields {
  network?: Filled;
  asset?: Filled;
  profileId?: Filled;
}

interface Known {
  /** Entries of the address book with the address. */
  entries: readonly { network: string; profiles: readonly string[]; memo: string | null }[];
  /** What was paid to the address, by network and memo. */
  paid: readonly PaidRecipient[];
}

const FROM_BOOK = 'From the address book';

/**
 * Finds the network of an address where it is certain: the entries of the address book and all payments, of which
 * there are enough, name one and the same.
 */
export function findUsualNetwork({ entries, paid }: Known): Filled | undefined {
  const [network, ...more] = new Set([...entries, ...paid].map((known) => known.network));
  if (network === undefined || more.length > 0) return undefined;
  if (entries.length > 0) return { value: network, from: FROM_BOOK };
  const times = paid.reduce((sum, one) => sum + one.paid.times, 0);
  if (times < MIN_USUAL || paid.some(({ isDeclined }) => isDeclined)) return undefined;
  return {
    value: network,
    from: describeCommon(
      times,
      paid.some(({ paid: { isAtLeast } }) => isAtLeast),
    ),
  };
}

/** Finds the network of an address that is valid on that one alone; undefined where another cannot be checked. */
export function findOnlyNetwork(address: string, networks: readonly Network[]): Filled | undefined {
  const possible = networks.filter((network) => checkAddress(address, network).state !== 'invalid');
  const [only, ...more] = possible;
  if (!only || more.length > 0 || checkAddress(address, only).state !== 'valid') return undefined;
  return { value: only.id, from: 'The only possible network' };
}

/** Finds the asset of a network on which only one is sent; undefined for any other. */
export function findOnlyAsset(assets: readonly Asset[], network: Pick<Network, 'id' | 'label'>): Filled | undefined {
  const [only, ...more] = assets.filter(({ networks }) => networks.includes(network.id));
  return only && more.length === 0 ? { value: only.ticker, from: `The only asset on ${network.label}` } : undefined;
}

/**
 * Finds asset and profile of a recipient where they are certain. A profile is one of `profiles`, from which the person
 * may request, and one that the entry of the recipient allows.
 */
export function findUsualFields(
  recipient: { entry: Known['entries'][number] | undefined; paid: PaidRecipient | undefined },
  profiles: readonly Pick<ProfileChoice, 'id'>[],
): Pick<FilledFields, 'asset' | 'profileId'> {
  const { entry, paid } = recipient;
  const allowed = entry?.profiles ?? [];
  const mayPay = (id: string) =>
    (allowed.length === 0 || allowed.some((one) => isSameId(one, id))) && profiles.some((one) => isSameId(one.id, id));
  const [only, ...more] = allowed;
  const isKnown = paid !== undefined && !paid.isDeclined;
  const from = isKnown ? describeCommon(paid.paid.times, paid.paid.isAtLeast) : '';
  return {
    ...(isKnown && paid.asset !== null && { asset: { value: paid.asset, from } }),
    ...(isKnown && paid.profile !== null && mayPay(paid.profile) && { profileId: { value: paid.profile, from } }),
    ...(only !== undefined && more.length === 0 && mayPay(only) && { profileId: { value: only, from: FROM_BOOK } }),
  };
}

function describeCommon(times: number, isAtLeast: boolean): string {
  return isAtLeast ? `As in the last ${times} payments` : `As in all ${times} payments`;
}

const FILLED_FIELDS = ['network', 'asset', 'profileId'] as const satisfies (keyof FilledFields)[];
type FilledValues = Record<(typeof FILLED_FIELDS)[number], string>;

/**
 * Plans what the form fills in once it knows what is usual of a recipient, and what it takes out since it was filled in
 * for another one. A value that the person entered stays. `base`: what is filled in whoever the recipient is.
 */
export function planFill(
  values: FilledValues,
  { filled, usual, base }: { filled: FilledFields; usual: FilledFields; base: FilledFields },
): { changes: Partial<FilledValues>; filled: FilledFields } {
  const changes: Partial<FilledValues> = {};
  const next: FilledFields = {};
  for (const name of FILLED_FIELDS) {
    const earlier = filled[name];
    // The network belongs to the address, which takes it out with itself.
    const wanted = usual[name] ?? (name === 'network' ? earlier : base[name]);
    const isEntered = values[name] !== '' && values[name] !== earlier?.value;
    const own = isEntered ? earlier : wanted;
    if (own) next[name] = own;
    if (!isEntered && values[name] !== (own?.value ?? '')) changes[name] = own?.value ?? '';
  }
  return { changes, filled: next };
}
