import { type OptionalMembers, toOptionalMembers, toOptionalTexts } from '@/lib/withdrawals/fields';
import type { z } from 'zod';
import { findNetwork } from '@/lib/networks/networks';
import { mintReference } from '@/lib/withdrawals/reference';
import { parseAmount } from '@/lib/money/parse-amount';
import { canonicalId } from '@/lib/text/uuid';
import type { submissionSchema, withdrawalFormSchema } from '@/lib/withdrawals/form';
import { type Beneficiary, toBeneficiary, toBeneficiaryForm } from '@/lib/withdrawals/beneficiary';
import { type BeneficiaryMode, keepBeneficiary } from '@/lib/withdrawals/beneficiary-form';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';

/** State of the withdrawal form: every field a text or a choice, exactly as the screen shows it. */
export type WithdrawalForm = z.infer<typeof withdrawalFormSchema>;

/** Submission of a form, with the key that the form was opened with. */
export type Submission = z.infer<typeof submissionSchema>;

/** Body of a withdrawal request, in the words of docs/specification/service-interface.md#withdrawal-request. */
export type WithdrawalBody = {
  ref_id: string;
  profile_id: string;
  asset: string;
  crypto_network: string;
  destination_address: string;
  memo?: string;
  beneficiary?: Beneficiary;
  metadata?: Record<string, string>;
} & OptionalMembers &
  ({ amount: string; total?: never } | { total: string; amount?: never });

/**
 * Makes the body of a checked form. Empty fields become absent members, text becomes NFC, a profile that is a UUID gets
 * its canonical form, the value stays as typed. The only such function: the review, the hash, the approval and the send
 * all use its result. Throws a TypeError for a form that `withdrawalFormSchema` does not accept. `beneficiaryMode` says
 * whether the body carries the form's beneficiary.
 */
export function toWithdrawalBody({ formKey, form }: Submission, beneficiaryMode: BeneficiaryMode): WithdrawalBody {
  const value = parseAmount(form.value);
  if (!value.ok) throw new TypeError('the withdrawal form has no valid amount');
  const beneficiary = toBeneficiary(keepBeneficiary(form.beneficiary, beneficiaryMode));
  return {
    ref_id: form.referenceId || mintReference(formKey),
    profile_id: canonicalId(form.profileId),
    asset: form.asset,
    crypto_network: form.network,
    destination_address: nfc(form.destinationAddress),
    ...(form.fixed === 'amount' ? { amount: value.value } : { total: value.value }),
    ...(form.memo !== '' && { memo: nfc(form.memo) }),
    ...toOptionalMembers(form),
    ...(beneficiary && { beneficiary }),
    ...(form.metadata.length > 0 && {
      metadata: Object.fromEntries(form.metadata.map(({ key, value: text }) => [nfc(key), nfc(text)])),
    }),
  };
}

/** Makes the form of a body, to amend or repeat a request. The inverse of `toWithdrawalBody`. */
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
    // On a network with memos, a request without one was only accepted with this confirmation.
    needsNoMemo: body.memo === undefined && findNetwork(body.crypto_network)?.usesMemo === true,
    metadata: Object.entries(body.metadata ?? {}).map(([key, value]) => ({ key, value })),
    ...toOptionalTexts(body),
    beneficiary: toBeneficiaryForm(body.beneficiary),
    note,
  };
}

/**
 * Serializes a body as the bytes that are stored, hashed and sent: UTF-8 JSON, keys in the order of `toWithdrawalBody`.
 * Throws a TypeError unless exactly one of amount and total is given.
 */
export function serializeWithdrawalBody(body: WithdrawalBody): string {
  if ((body.amount === undefined) === (body.total === undefined))
    throw new TypeError('a withdrawal body must have exactly one of amount and total');
  return JSON.stringify(body);
}

/** Parses a stored body. The inverse of `serializeWithdrawalBody`, only for bytes that it wrote. */
export function parseWithdrawalBody(bytes: { toString(): string }): WithdrawalBody {
  return JSON.parse(bytes.toString()) as WithdrawalBody;
}

function nfc(text: string): string {
  return text.normalize('NFC');
}
