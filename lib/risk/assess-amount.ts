import { amountFinding, fewAmountFinding, hiddenAmountFinding } from '@/lib/risk/amount-finding';
import { formatCount, type Finding, unavailableFinding } from '@/lib/risk/findings';
import { describeBasis, findNetwork, toRecipient, valuesOf, visibleOf } from '@/lib/risk/payment-findings';
import type { Payment, RiskFacts } from '@/lib/risk/risk-facts';
import { explainFarAboveSheet, isFarAboveSheet } from '@/lib/risk/sheet-amounts';
import {
  askForPoint,
  compareWithFew,
  compareWithMost,
  compareWithTypical,
  MIN_SAMPLES,
} from '@/lib/risk/typical-amount';

/**
 * Compares the amount with payments to the recipient, wherever they were made; where those are too few, with the other
 * rows of its sheet, and then with the withdrawals of the profile. What is no more than the recipient was ever paid is
 * not unusual, whatever others were paid.
 */
export function assessAmount(facts: RiskFacts): Finding {
  const { asset, value, ownPayments, otherPayments, profileAmounts } = facts;
  const unavailable = unavailableFinding('amount', 'The amount');
  if (ownPayments === 'unavailable') return unavailable;
  const own = toAddress(facts, ownPayments.value);
  const others = otherPayments === 'unavailable' ? [] : toAddress(facts, otherPayments.value);
  const paid = [...own, ...others].filter((payment) => payment.asset === asset);
  const visible = visibleOf(paid);
  const context = { value, asset, samples: describeSamples(facts, paid), basis: describeBasis(facts, own) };
  const ofRecipient = compareWithTypical(value, valuesOf(paid));
  if (ofRecipient) {
    const finding =
      visible.length === paid.length
        ? amountFinding(ofRecipient, context)
        : hiddenAmountFinding(ofRecipient, compareWithTypical(value, valuesOf(visible)), context);
    return ofRecipient.isUnusual ? finding : usualFor(finding);
  }
  const few = compareWithFew(value, valuesOf(paid));
  const ofProfile = profileAmounts === 'unavailable' ? undefined : compareWithMost(value, profileAmounts.value);
  const fewFinding =
    few && fewAmountFinding(few, context, { isHidden: visible.length < paid.length, isOfRecipient: true });
  // A policy rule about amounts that could not be compared holds where the comparison is with a few alone.
  const settle = (finding: Finding): Finding => (ofProfile ? finding : withSignal(finding));
  if (few?.times !== undefined && fewFinding) return settle(fewFinding);
  const isAsBefore = few !== undefined && !few.isAboveAll;
  const ofSheet = isAsBefore ? undefined : assessBySheet(facts);
  if (ofSheet) return settle(ofSheet);
  if (profileAmounts === 'unavailable') return unavailable;
  const basis =
    `Based on ${formatCount(profileAmounts.value.length, `${asset} withdrawal`)} from this profile. ` +
    `A comparison needs ${MIN_SAMPLES} payments to this recipient; ` +
    `there ${paid.length === 1 ? 'is' : 'are'} ${formatCount(paid.length, `${asset} payment`)}.`;
  const ofOthers = { value, asset, samples: `withdrawals in ${asset} from this profile`, basis };
  if (ofProfile) {
    if (!isAsBefore || !fewFinding) return amountFinding(ofProfile, ofOthers);
    return usualFor(ofProfile.isUnusual ? fewFinding : amountFinding(ofProfile, ofOthers));
  }
  const fewOfProfile = isAsBefore ? undefined : compareWithFew(value, profileAmounts.value);
  if (fewOfProfile?.times !== undefined) return withSignal(fewAmountFinding(fewOfProfile, ofOthers));
  const tooFew: Finding = {
    line: { id: 'amount', state: 'notice', text: `Too few ${asset} payments to compare the amount with.`, basis },
    signals: ['amount-not-compared'],
  };
  return isAsBefore ? usualFor(tooFew) : tooFew;
}

/** Finds an amount far above the others of its sheet. */
function assessBySheet({ asset, value, sheet }: RiskFacts): Finding | undefined {
  if (!sheet || !isFarAboveSheet(value, sheet)) return undefined;
  return {
    line: {
      id: 'amount',
      state: 'warn',
      text: explainFarAboveSheet(asset, sheet),
      name: askForPoint(value, sheet.median) || 'far above the rest of the sheet',
    },
    signals: ['amount-unusual'],
  };
}

/**
 * Selects the payments to the address on any network of its family and, where the network uses memos, with the memo.
 */
function toAddress(facts: RiskFacts, payments: readonly Payment[]): Payment[] {
  const { usesMemo } = findNetwork(facts, facts.network);
  return payments.filter((payment) => !usesMemo || payment.memo === facts.memo);
}

function describeSamples(facts: RiskFacts, paid: readonly Payment[]): string {
  return toRecipient(facts, paid).length === paid.length
    ? `payments in ${facts.asset} to this recipient`
    : `payments in ${facts.asset} to this address on any network`;
}

const usualFor = ({ line, signals }: Finding): Finding => ({
  line: { ...line, isUsualForRecipient: true },
  ...(signals && { signals }),
});
const withSignal = ({ line, signals = [] }: Finding): Finding => ({
  line,
  signals: [...signals, 'amount-not-compared'],
});
