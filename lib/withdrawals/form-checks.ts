import { checkAddress } from '@/lib/addresses/check-address';
import { explainExtraDecimals, type Registry, findAssetWarning } from '@/lib/networks/assets';
import { splitForTest } from '@/lib/withdrawals/test-payment';
import { parseAmount } from '@/lib/money/parse-amount';
import type { WithdrawalBody, WithdrawalForm } from '@/lib/withdrawals/body';

/** What is wrong (`error`: it is refused) or remarkable (`warn`) about one field of a form. */
export interface FormFinding {
  path: keyof WithdrawalForm;
  level: 'error' | 'warn';
  message: string;
}

/**
 * What the fields of a withdrawal say together: whether the address is one of the network, whether the asset can have
 * such an amount and is sent there, whether a memo is missing. Takes a form that `withdrawalFormSchema` has passed.
 */
export function checkWithdrawal(form: WithdrawalForm, registry: Registry): FormFinding[] {
  return [
    ...checkDestination(form, registry),
    ...checkMemo(form, registry),
    ...checkAsset(form, registry),
    ...checkTest(form),
  ];
}

function checkDestination(
  { network: id, destinationAddress: address }: WithdrawalForm,
  { networks }: Registry,
): FormFinding[] {
  if (id === '' || address === '') return [];
  const verdict = checkAddress(address, networks.find((network) => network.id === id) ?? { label: id });
  if (verdict.state === 'valid') return [];
  return [
    { path: 'destinationAddress', level: verdict.state === 'invalid' ? 'error' : 'warn', message: verdict.reason },
  ];
}

function checkMemo(
  { network: id, destinationAddress: address, memo, needsNoMemo }: WithdrawalForm,
  { networks }: Registry,
): FormFinding[] {
  const network = networks.find((known) => known.id === id);
  if (!network?.usesMemo) return [];
  const verdict = checkAddress(address, network);
  if (verdict.state === 'valid' && verdict.memo !== undefined) {
    // SEP-23: what is sent to a muxed address carries no memo of its own.
    return memo === ''
      ? []
      : error(
          'memo',
          `The address carries the memo ${verdict.memo} in itself, so another cannot go with it. Leave this empty.`,
        );
  }
  if (memo !== '' || needsNoMemo) return [];
  return error(
    'memo',
    `Recipients on ${network.label} are often told apart by a memo. Give it, or say that the address alone is enough.`,
  );
}

function checkAsset({ asset: ticker, network, value }: WithdrawalForm, registry: Registry): FormFinding[] {
  const asset = registry.assets.find((known) => known.ticker === ticker);
  const amount = parseAmount(value);
  const fault = asset && amount.ok ? explainExtraDecimals(asset, amount.value) : undefined;
  const unusual = findAssetWarning(registry, ticker, network);
  return [
    ...(fault === undefined ? [] : [{ path: 'value', level: 'error', message: fault } as const]),
    ...(unusual ? [{ ...unusual, level: 'warn' } as const] : []),
  ];
}

function checkTest({ testAmount, fixed, value, referenceId, feeId }: WithdrawalForm): FormFinding[] {
  const whole = parseAmount(value);
  if (testAmount === '' || !whole.ok) return [];
  // What does not matter for a test is left out; a reference that is made is short enough.
  const body = {
    ref_id: referenceId || 'made',
    [fixed]: whole.value,
    ...(feeId !== '' && { fee_id: feeId }),
  } as unknown as WithdrawalBody;
  const split = splitForTest(body, testAmount);
  return split.ok ? [] : error(split.error.path === 'fixed' ? 'testAmount' : split.error.path, split.error.message);
}

function error(path: FormFinding['path'], message: string): FormFinding[] {
  return [{ path, level: 'error', message }];
}
