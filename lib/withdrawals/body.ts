import type { z } from 'zod';
import { findNetwork } from '@/lib/networks/networks';
import { mintReference } from '@/lib/withdrawals/reference';
import { parseAmount } from '@/lib/money/parse-amount';
import type { submissionSchema, withdrawalFormSchema } from '@/lib/withdrawals/form';

/** The form's state. Every field is a text or a choice, exactly as the screen shows it. */
export type WithdrawalForm = z.infer<typeof withdrawalFormSchema>;

/** What the browser hands over: the form, and the key that this one form was opened with. */
export type Submission = z.infer<typeof submissionSchema>;

export const EMPTY_WITHDRAWAL_FORM: WithdrawalForm = {
  profileId: '',
  asset: '',
  network: '',
  destinationAddress: '',
  addressEntry: 'typed',
  recipientId: '',
  chosenAddress: '',
  fixed: 'amount',
  value: '',
  referenceId: '',
  memo: '',
  needsNoMemo: false,
  testAmount: '',
  metadata: [],
  identityId: '',
  accountId: '',
  balanceAsset: '',
  feeId: '',
  beneficiary: { kind: 'none', firstName: '', lastName: '', institutionName: '', json: '' },
  note: '',
};

/** The request body of section 2.1, in the interface's own words. */
export type WithdrawalBody = {
  ref_id: string;
  profile_id: string;
  asset: string;
  crypto_network: string;
  destination_address: string;
  memo?: string;
  balance_asset?: string;
  identity_id?: string;
  account_id?: string;
  fee_id?: string;
  beneficiary?: Record<string, unknown>;
  metadata?: Record<string, string>;
} & ({ amount: string; total?: never } | { total: string; amount?: never });

/**
 * Turns a checked form into the body that will be sent. Absent fields are absent, text is NFC, the value stays as typed.
 * The one place that does so: what is reviewed, hashed, approved and sent all comes from here.
 * Throws where the form was not checked by `withdrawalFormSchema` before.
 */
export function toWithdrawalBody({ formKey, form }: Submission): WithdrawalBody {
  const value = parseAmount(form.value);
  if (!value.ok) throw new TypeError('the form was not checked before the body was built');
  return {
    ref_id: form.referenceId || mintReference(formKey),
    profile_id: nfc(form.profileId),
    asset: form.asset,
    crypto_network: form.network,
    destination_address: nfc(form.destinationAddress),
    ...(form.fixed === 'amount' ? { amount: value.value } : { total: value.value }),
    ...given('memo', form.memo),
    ...given('balance_asset', form.balanceAsset),
    ...given('identity_id', form.identityId),
    ...given('account_id', form.accountId),
    ...given('fee_id', form.feeId),
    ...toBeneficiary(form.beneficiary),
    ...(form.metadata.length > 0 && {
      metadata: Object.fromEntries(form.metadata.map(({ key, value: text }) => [nfc(key), nfc(text)])),
    }),
  };
}

/** The form that a body came from, to be edited or asked for again. The one inverse of `toWithdrawalBody`. */
export function toWithdrawalForm(body: WithdrawalBody, note: string): WithdrawalForm {
  return {
    ...EMPTY_WITHDRAWAL_FORM,
    profileId: body.profile_id,
    asset: body.asset,
    network: body.crypto_network,
    destinationAddress: body.destination_address,
    addressEntry: 'repeat',
    fixed: body.amount === undefined ? 'total' : 'amount',
    value: body.amount ?? body.total,
    referenceId: body.ref_id,
    memo: body.memo ?? '',
    // It was said when it was asked for, or it would have one; where no network asked, nobody said it.
    needsNoMemo: body.memo === undefined && findNetwork(body.crypto_network)?.usesMemo === true,
    metadata: Object.entries(body.metadata ?? {}).map(([key, value]) => ({ key, value })),
    identityId: body.identity_id ?? '',
    accountId: body.account_id ?? '',
    balanceAsset: body.balance_asset ?? '',
    feeId: body.fee_id ?? '',
    beneficiary: body.beneficiary
      ? { ...EMPTY_WITHDRAWAL_FORM.beneficiary, kind: 'json', json: JSON.stringify(body.beneficiary) }
      : EMPTY_WITHDRAWAL_FORM.beneficiary,
    note,
  };
}

/** The body as the bytes that are stored, hashed and sent: UTF-8 JSON, keys in the order that `toWithdrawalBody` gives. */
export function serializeWithdrawalBody(body: WithdrawalBody): string {
  if ((body.amount === undefined) === (body.total === undefined))
    throw new TypeError('exactly one of amount and total must be given');
  return JSON.stringify(body);
}

/** A stored body, decoded. The inverse of `serializeWithdrawalBody`, and only for what that wrote. */
export function parseWithdrawalBody(bytes: { toString(): string }): WithdrawalBody {
  return JSON.parse(bytes.toString()) as WithdrawalBody;
}

// The inner fields are not in the interface document; these are what service-facts knows ("Fields").
function toBeneficiary({ kind, firstName, lastName, institutionName, json }: WithdrawalForm['beneficiary']): {
  beneficiary?: Record<string, unknown>;
} {
  if (kind === 'person')
    return { beneficiary: { person_details: { first_name: nfc(firstName), last_name: nfc(lastName) } } };
  if (kind === 'institution') return { beneficiary: { institution_details: { name: nfc(institutionName) } } };
  if (kind === 'json') return { beneficiary: JSON.parse(nfc(json)) as Record<string, unknown> };
  return {};
}

function given<Name extends string>(name: Name, text: string): { [name in Name]?: string } {
  return (text === '' ? {} : { [name]: nfc(text) }) as { [name in Name]?: string };
}

function nfc(text: string): string {
  return text.normalize('NFC');
}
