import { explainRefusal, listAddressNotes } from '@/lib/addresses/address-notes';
import { checkAddress } from '@/lib/addresses/check-address';
import { resolveNetwork } from '@/lib/networks/networks';
import { explainExtraDecimals, findAssetWarning, type Registry } from '@/lib/networks/assets';
import {
  explainMissingAsset,
  explainRefusedNetwork,
  explainWrongAsset,
  type Sendable,
} from '@/lib/withdrawals/sendable';
import { splitForTest } from '@/lib/withdrawals/test-payment';
import { parseAmount } from '@/lib/money/parse-amount';
import { explainMemo } from '@/lib/withdrawals/memo';
import { findTextNotes } from '@/lib/withdrawals/text-notes';
import { explainOmittedBeneficiary } from '@/lib/withdrawals/beneficiary';
import { type BeneficiaryForm, type BeneficiaryKind, keepBeneficiary } from '@/lib/withdrawals/beneficiary-form';
import type { WithdrawalBody, WithdrawalForm } from '@/lib/withdrawals/body';

/** Issue (`error`: the form is not accepted) or warning of one field of a form; a warning can be of a part of it. */
export type FormIssue =
  | { path: keyof WithdrawalForm; level: 'error'; message: string }
  | { path: string; level: 'warn'; message: string };

/**
 * Checks the fields of a withdrawal together: the address against the network, the amount and the network against the
 * asset, the memo, the test payment, and every text that the recipient goes by. Takes a form that
 * `withdrawalFormSchema` accepts.
 */
export function checkWithdrawal(form: WithdrawalForm, registry: Sendable): FormIssue[] {
  return [
    ...checkDestination(form, registry),
    ...checkMemo(form, registry),
    ...checkAsset(form, registry),
    ...checkTest(form),
    ...checkTexts(form, registry),
    ...checkBeneficiary(form, registry),
  ];
}

function checkDestination(
  { network: id, destinationAddress: address }: WithdrawalForm,
  { networks }: Registry,
): FormIssue[] {
  if (id === '' || address === '') return [];
  const verdict = checkAddress(address, resolveNetwork(id, networks));
  const refusal = explainRefusal(verdict);
  if (refusal !== undefined) return error('destinationAddress', refusal);
  if (verdict.state === 'valid') return [];
  const message = listAddressNotes(verdict, 'form').join(' ');
  return [{ path: 'destinationAddress', level: verdict.state === 'invalid' ? 'error' : 'warn', message }];
}

function checkMemo(
  { network: id, destinationAddress: address, memo, needsNoMemo }: WithdrawalForm,
  { networks }: Registry,
): FormIssue[] {
  const network = networks.find((known) => known.id === id);
  const refusal = explainMemo(memo, network);
  if (refusal !== undefined) return error('memo', refusal);
  if (!network?.usesMemo) return [];
  const verdict = checkAddress(address, network);
  if (verdict.state === 'valid' && verdict.memo !== undefined) {
    // SEP-23: a payment to a muxed address carries no memo of its own.
    return memo === ''
      ? []
      : error('memo', `The address already contains the memo ${verdict.memo}. Leave this field empty.`);
  }
  if (memo !== '' || needsNoMemo) return [];
  return error(
    'memo',
    `Recipients on ${network.label} often need a memo. Enter the memo, or confirm that the address alone is enough.`,
  );
}

function checkTexts(form: WithdrawalForm, { networks, beneficiary }: Sendable): FormIssue[] {
  const notes = findTextNotes(
    { ...form, beneficiary: keepBeneficiary(form.beneficiary, beneficiary) },
    networks.find(({ id }) => id === form.network),
  );
  return notes.map(({ path, message }) => ({ path, level: 'warn', message }));
}

/** Warns where the form has a beneficiary that is not sent, at the first field that has something of it. */
function checkBeneficiary({ beneficiary }: WithdrawalForm, { beneficiary: mode }: Sendable): FormIssue[] {
  if (mode === 'send' || beneficiary.kind === 'none') return [];
  const path = `beneficiary.${BENEFICIARY_FIELDS[beneficiary.kind]}`;
  return [{ path, level: 'warn', message: explainOmittedBeneficiary() }];
}

const BENEFICIARY_FIELDS = {
  person: 'firstName',
  institution: 'institutionName',
  json: 'json',
} as const satisfies Record<Exclude<BeneficiaryKind, 'none'>, keyof BeneficiaryForm>;

function checkAsset(
  { asset: ticker, network, destinationAddress: address, value, testAmount }: WithdrawalForm,
  registry: Sendable,
): FormIssue[] {
  const missing = explainMissingAsset(registry, ticker);
  const refusal = explainRefusedNetwork(registry, ticker, network);
  // Where the address fits the network and none of the asset's, the network is right.
  const wrong =
    refusal === undefined || address === ''
      ? undefined
      : explainWrongAsset(registry, { ticker, network, possible: listNetworksOf(address, registry) });
  const warning = findAssetWarning(registry, ticker, network);
  const explainDecimals = (typed: string) => {
    const amount = parseAmount(typed);
    return amount.ok ? explainExtraDecimals(registry, { ticker, network, value: amount.value }) : undefined;
  };
  const [extraDecimals, extraTestDecimals] = [explainDecimals(value), explainDecimals(testAmount)];
  return [
    ...(extraDecimals === undefined ? [] : error('value', extraDecimals)),
    ...(extraTestDecimals === undefined ? [] : error('testAmount', extraTestDecimals)),
    ...(missing === undefined ? [] : error('asset', missing)),
    ...(wrong === undefined ? [] : error('asset', wrong)),
    ...(refusal === undefined || wrong !== undefined ? [] : error('network', refusal)),
    ...(warning && refusal === undefined && missing === undefined ? [{ ...warning, level: 'warn' } as const] : []),
  ];
}

const listNetworksOf = (address: string, { networks }: Registry) =>
  networks.filter((one) => checkAddress(address, one).state !== 'invalid').map(({ id }) => id);

function checkTest({ testAmount, fixed, value, referenceId, feeId }: WithdrawalForm): FormIssue[] {
  const whole = parseAmount(value);
  if (testAmount === '' || !whole.ok) return [];
  // Only the members that decide about a test payment; a generated reference is short enough.
  const body = {
    ref_id: referenceId || 'generated',
    [fixed]: whole.value,
    ...(feeId !== '' && { fee_id: feeId }),
  } as unknown as WithdrawalBody;
  const split = splitForTest(body, testAmount);
  return split.ok ? [] : error(split.error.path === 'fixed' ? 'testAmount' : split.error.path, split.error.message);
}

function error(path: keyof WithdrawalForm, message: string): FormIssue[] {
  return [{ path, level: 'error', message }];
}
