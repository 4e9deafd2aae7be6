import type { AddressVerdict } from '@/lib/addresses/check-address';
import type { RiskCard, RiskLine } from '@/lib/risk/risk-facts';
import type { UsdValue } from '@/lib/money/usd-value';
import type { SimilarAddress } from '@/lib/recipients/recipients';

/** The checks of a withdrawal's recipient at one moment; stored with the request as the requester saw them. */
export interface RecipientChecks {
  address: AddressVerdict;
  /** Paid or saved addresses that resemble the address; `unavailable` where the search failed. */
  similarAddresses: SimilarAddress[] | 'unavailable';
  card: RiskCard;
  /** The time of the checks in ISO 8601. */
  checkedAt: string;
}

/** The checks of a withdrawal that is being prepared, with what its value is worth, which is never stored. */
export interface DraftChecks extends RecipientChecks {
  /** Null where the price is unknown. */
  value: UsdValue | null;
}

/**
 * Tells whether a check that exists could not run. One that does not exist, as for the addresses of a network that the
 * console does not know, has not failed: trying again changes nothing.
 */
export function hasFailedCheck({ similarAddresses, card }: RecipientChecks): boolean {
  return (
    similarAddresses === 'unavailable' ||
    card.lines.some(({ id, state }) => state === 'unavailable' && id !== 'address')
  );
}

const GRAVITY: readonly RiskLine['state'][] = ['ok', 'notice', 'unavailable', 'warn'];
const isGraver = (line: RiskLine, than: RiskLine | undefined) =>
  !than || GRAVITY.indexOf(line.state) > GRAVITY.indexOf(than.state);

/**
 * Adds to current checks, which count what one person sees, what was found when the request was made and every profile
 * counted: of two findings about the same, the graver one.
 */
export function keepStored(current: RecipientChecks, { card: stored }: Pick<RecipientChecks, 'card'>): RecipientChecks {
  const { lines, signals } = current.card;
  const graver = stored.lines.filter((line) =>
    isGraver(
      line,
      lines.find(({ id }) => id === line.id),
    ),
  );
  const kept = lines.map((line) => graver.find(({ id }) => id === line.id) ?? line);
  const added = graver.filter(({ id }) => !lines.some((line) => line.id === id));
  return {
    ...current,
    card: { lines: [...kept, ...added], signals: [...new Set([...signals, ...stored.signals])] },
  };
}

/** Lists the similar addresses between which a person chooses the right one: without those that are only a note. */
export function listToChoose(similarAddresses: RecipientChecks['similarAddresses'] | undefined): SimilarAddress[] {
  if (similarAddresses === undefined || similarAddresses === 'unavailable') return [];
  return similarAddresses.filter((similar) => similar.isHidden === true || similar.isNote !== true);
}

/** Tells whether a person must confirm the address, because it resembles another known one. */
export function needsAddressChoice(checks: Pick<RecipientChecks, 'similarAddresses'> | null): boolean {
  return listToChoose(checks?.similarAddresses).length > 0;
}

/** Tells whether a person must enter the amount, because a slip explains it better than what was paid before. */
export function needsAmountEntry(checks: RecipientChecks | null): boolean {
  return checks?.card.lines.some(({ isAmountAsked }) => isAmountAsked) === true;
}
