import { z } from 'zod';
import { parseAmount } from '@/lib/amounts';
import { findHiddenCharacter } from '@/lib/characters';
import { findMetadataFaults, METADATA_MAX_PAIRS } from '@/lib/metadata';
import { findNetwork } from '@/lib/networks';
import { mintReference, REFERENCE_PATTERN } from '@/lib/reference';

const MAX_ID = 128;
const MAX_TEXT = 256;
const MAX_BENEFICIARY_JSON = 4096;
const MAX_NOTE = 500;

const UNSTORABLE = 'This text has a character in it that cannot be sent. Type it again.';

/** Half characters and the null character are lost or refused on the way through databases and services. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** A one-line text, required where a sentence says so. Spaces around it are dropped, since they only ever come from pasting. */
function line(maximum: number, required?: string) {
  return z
    .string()
    .trim()
    .min(required ? 1 : 0, required)
    .max(maximum, `At most ${maximum} characters.`)
    .refine(isStorable, UNSTORABLE);
}

/** A text that must be told apart from every other: no spaces, and nothing that a reader cannot see (threats.md). */
function identifier(maximum: number, required?: string) {
  return line(maximum, required).superRefine((value, context) => {
    const hidden = findHiddenCharacter(value);
    if (hidden) context.addIssue({ code: 'custom', message: `There is an invisible character (${hidden}) in this text. Type it again instead of pasting.` });
    else if (/\s/.test(value)) context.addIssue({ code: 'custom', message: 'This may not contain spaces.' });
  });
}

const beneficiarySchema = z
  .strictObject({
    kind: z.enum(['none', 'person', 'institution', 'json']),
    firstName: line(MAX_TEXT),
    lastName: line(MAX_TEXT),
    institutionName: line(MAX_TEXT),
    json: z.string().max(MAX_BENEFICIARY_JSON, `At most ${MAX_BENEFICIARY_JSON} characters.`),
  })
  .superRefine((beneficiary, context) => {
    const require = (field: 'firstName' | 'lastName' | 'institutionName', message: string) => {
      if (beneficiary[field] === '') context.addIssue({ code: 'custom', path: [field], message });
    };
    if (beneficiary.kind === 'person') {
      require('firstName', 'Give the first name.');
      require('lastName', 'Give the last name.');
    } else if (beneficiary.kind === 'institution') {
      require('institutionName', 'Give the name of the institution.');
    } else if (beneficiary.kind === 'json') {
      const fault = explainJsonObject(beneficiary.json);
      if (fault) context.addIssue({ code: 'custom', path: ['json'], message: fault });
    }
  });

// Longer than what is allowed, so that the limits are explained where they are known.
const storable = z.string().max(1000).refine(isStorable, UNSTORABLE);

const metadataSchema = z
  .array(z.strictObject({ key: storable, value: storable }))
  .max(METADATA_MAX_PAIRS, `At most ${METADATA_MAX_PAIRS} pairs.`)
  .superRefine((pairs, context) => {
    for (const { index, field, message } of findMetadataFaults(pairs)) context.addIssue({ code: 'custom', path: [index, field], message });
  });

/**
 * The new-withdrawal form as it stands on the screen; the browser and the server check it with this one schema.
 * "What is fixed" is one choice, so amount and total together, or neither, cannot be said (section 2.1, rule).
 */
export const withdrawalFormSchema = z.strictObject({
  profileId: identifier(MAX_ID, 'Give the profile to withdraw from.'),
  asset: line(20, 'Give the asset, for example ETH.').regex(/^[A-Z0-9]*$/, 'Write the ticker in capital letters and digits, for example ETH.'),
  network: z.string().refine((id) => findNetwork(id) !== undefined, 'Choose the network.'),
  destinationAddress: identifier(MAX_ID, 'Give the destination address.'),
  fixed: z.enum(['amount', 'total']),
  value: z.string().superRefine((typed, context) => {
    const amount = parseAmount(typed);
    if (!amount.ok) context.addIssue({ code: 'custom', message: amount.error });
  }),
  referenceId: identifier(64).refine(
    (reference) => reference === '' || REFERENCE_PATTERN.test(reference),
    'A reference has 3 to 64 letters, digits, points, dashes or underscores, and starts with a letter or digit. Leave it empty to have one made.',
  ),
  memo: line(MAX_TEXT),
  metadata: metadataSchema,
  identityId: identifier(MAX_ID),
  accountId: identifier(MAX_ID),
  balanceAsset: line(20).regex(/^[A-Z0-9]*$/, 'Write the ticker in capital letters and digits, for example USD.'),
  feeId: identifier(MAX_ID),
  beneficiary: beneficiarySchema,
  note: z.string().trim().max(MAX_NOTE, `At most ${MAX_NOTE} characters.`).refine(isStorable, UNSTORABLE),
});

/** What the browser hands over: the form, and the key that this one form was opened with. */
export const submissionSchema = z.strictObject({ formKey: z.uuid({ version: 'v4' }), form: withdrawalFormSchema });
export type Submission = z.infer<typeof submissionSchema>;

/** The same for an edit: of which request, and on which version it was based. */
export const amendmentSchema = z.strictObject({
  formKey: z.uuid({ version: 'v4' }),
  form: withdrawalFormSchema,
  requestId: z.uuid(),
  basedOnVersion: z.number().int().positive(),
});

/** The form's state. Every field is a text or a choice, exactly as the screen shows it. */
export type WithdrawalForm = z.infer<typeof withdrawalFormSchema>;

export const EMPTY_WITHDRAWAL_FORM: WithdrawalForm = {
  profileId: '',
  asset: '',
  network: '',
  destinationAddress: '',
  fixed: 'amount',
  value: '',
  referenceId: '',
  memo: '',
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
    ...(form.metadata.length > 0 && { metadata: Object.fromEntries(form.metadata.map(({ key, value: text }) => [nfc(key), nfc(text)])) }),
  };
}

/** The form that a body came from, to be edited. The one inverse of `toWithdrawalBody`. */
export function toWithdrawalForm(body: WithdrawalBody, note: string): WithdrawalForm {
  return {
    profileId: body.profile_id,
    asset: body.asset,
    network: body.crypto_network,
    destinationAddress: body.destination_address,
    fixed: body.amount === undefined ? 'total' : 'amount',
    value: body.amount ?? body.total,
    referenceId: body.ref_id,
    memo: body.memo ?? '',
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
  if ((body.amount === undefined) === (body.total === undefined)) throw new TypeError('exactly one of amount and total must be given');
  return JSON.stringify(body);
}

/** A stored body, decoded. The inverse of `serializeWithdrawalBody`, and only for what that wrote. */
export function parseWithdrawalBody(bytes: { toString(): string }): WithdrawalBody {
  return JSON.parse(bytes.toString()) as WithdrawalBody;
}

// The inner fields are not in the interface document; these are what service-facts knows ("Fields").
function toBeneficiary({ kind, firstName, lastName, institutionName, json }: WithdrawalForm['beneficiary']): { beneficiary?: Record<string, unknown> } {
  if (kind === 'person') return { beneficiary: { person_details: { first_name: nfc(firstName), last_name: nfc(lastName) } } };
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

function explainJsonObject(json: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return 'This is not valid JSON. Write an object, for example {"person_details": {"first_name": "Ada", "last_name": "Byron"}}.';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Write one JSON object, in braces.';
  // JSON.stringify writes exactly these characters as escapes.
  return /\\u(?:0000|d[89a-f][0-9a-f]{2})/.test(JSON.stringify(value)) ? UNSTORABLE : undefined;
}
