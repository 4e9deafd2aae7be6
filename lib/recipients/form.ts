import { z } from 'zod';
import { addressText } from '@/lib/addresses/address-schema';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import {
  CUSTODIES,
  EMPTY_TRAVEL_RULE,
  type Receiver,
  RECEIVERS,
  toTravelRule,
  toTravelRuleForm,
  type TravelRuleForm,
} from '@/lib/recipients/travel-rule';
import { type Beneficiary, describeBeneficiary, toBeneficiary, toBeneficiaryForm } from '@/lib/withdrawals/beneficiary';
import { type BeneficiaryForm, EMPTY_BENEFICIARY } from '@/lib/withdrawals/beneficiary-form';
import { beneficiarySchema } from '@/lib/withdrawals/beneficiary-schema';
import { canonicalIds } from '@/lib/text/uuid';

/** Entry of the address book as the form and a row of an import hold it: fields as typed. */
export interface RecipientForm {
  name: string;
  network: string;
  address: string;
  memo: string;
  note: string;
  /** Profile IDs, separated by spaces, commas or semicolons. */
  profiles: string;
  beneficiary: BeneficiaryForm;
  travelRule: TravelRuleForm;
}

/** Form of a new entry. */
export const EMPTY_RECIPIENT_FORM: RecipientForm = {
  name: '',
  network: '',
  address: '',
  memo: '',
  note: '',
  profiles: '',
  beneficiary: EMPTY_BENEFICIARY,
  travelRule: EMPTY_TRAVEL_RULE,
};

const MAX_IDS = 50;

/**
 * Schema of a one-line text without invisible characters (docs/specification/threats.md#amounts-and-text). Merges runs
 * of spaces.
 */
function words(maximum: number, required?: string) {
  return z
    .string()
    .transform((text) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(required ? 1 : 0, required)
        .max(maximum, `Use at most ${maximum} characters.`)
        .superRefine(rejectInvisible),
    );
}

function rejectInvisible(text: string, context: z.RefinementCtx): void {
  const hidden = findHiddenCharacter(text);
  if (hidden)
    context.addIssue({
      code: 'custom',
      message: `This text has an invisible character (${hidden}). Type the text instead of pasting it.`,
    });
}

/** Schema of IDs of things that a list names. */
function ids(one: string, several: string) {
  return z
    .array(z.string().regex(/^[^\s,;]{1,128}$/))
    .max(MAX_IDS, `Enter at most ${MAX_IDS} ${several}.`)
    .superRefine((listed, context) => {
      for (const id of listed) rejectInvisible(id, context);
      if (new Set(listed).size < listed.length)
        context.addIssue({ code: 'custom', message: `${one} is listed twice.` });
    })
    .transform(canonicalIds);
}

const DAY = 'Enter the day as 2026-11-30, or leave the field empty.';
const travelRuleSchema = z
  .strictObject({
    receiver: z.enum(RECEIVERS, 'Choose who receives: beneficiary or desk.'),
    custody: z.enum(CUSTODIES, 'Choose who holds the address: provider or own-wallet.'),
    provider: words(300),
    website: words(200),
    purpose: words(100, 'Enter the purpose of the payments, such as “Supplier invoices”.'),
    identities: ids('An identity', 'identities'),
    savedOn: z.union([z.literal(''), z.iso.date(DAY)], DAY),
    savedBy: words(80),
    providerId: z
      .string()
      .regex(/^[!-~]{1,128}$/, 'Choose the provider from the directory again, or remove its ID.')
      .exactOptional(),
  })
  .superRefine(({ custody, provider, savedOn, savedBy, providerId }, context) => {
    if (custody === 'provider' && provider === '')
      context.addIssue({ code: 'custom', path: ['provider'], message: 'Enter the name of the provider.' });
    if (custody === 'own-wallet' && (provider !== '' || providerId !== undefined))
      context.addIssue({ code: 'custom', path: ['provider'], message: 'An own wallet has no provider.' });
    if (savedOn !== '' && savedBy === '')
      context.addIssue({ code: 'custom', path: ['savedBy'], message: 'Enter who saved the data.' });
    if (savedOn === '' && savedBy !== '')
      context.addIssue({ code: 'custom', path: ['savedOn'], message: 'Enter the day on which the data were saved.' });
  });

const beneficiaryEntrySchema = z
  .record(z.string(), z.unknown())
  .transform((beneficiary, context): Beneficiary => {
    const form = beneficiarySchema.safeParse(toBeneficiaryForm(beneficiary));
    if (form.success) return toBeneficiary(form.data) ?? beneficiary;
    context.addIssue({ code: 'custom', message: form.error.issues[0]?.message ?? 'Check the beneficiary.' });
    return z.NEVER;
  })
  .nullable()
  // Proposals from before entries had a beneficiary.
  .default(null);

/** Schema of an entry of the address book, for the browser and the server. */
export const recipientEntrySchema = z
  .strictObject({
    name: words(80, 'Enter a name for the recipient.'),
    network: z.string().regex(/^[A-Z0-9_]{1,64}$/, 'Choose a network.'),
    address: z
      .string()
      .transform((text) => text.normalize('NFC'))
      .pipe(addressText('Enter the address.')),
    // Sent as written: its spaces matter to the recipient.
    memo: z
      .string()
      .transform((text) => text.normalize('NFC').trim())
      .pipe(
        z
          .string()
          .min(1, 'Enter the memo, or leave it out.')
          .max(256, 'Use at most 256 characters.')
          .superRefine(rejectInvisible),
      )
      .nullable(),
    note: words(500),
    profiles: ids('A profile', 'profiles'),
    beneficiary: beneficiaryEntrySchema,
    travelRule: travelRuleSchema.exactOptional(),
  })
  .superRefine(({ beneficiary, travelRule }, context) => {
    const message = explainReceiver(beneficiary, travelRule?.receiver);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['travelRule', 'receiver'], message });
  }) satisfies z.ZodType<RecipientEntry>;

/** Explains that the data name another receiver than the entry; undefined where they agree, or there are none. */
function explainReceiver(beneficiary: Beneficiary | null, receiver: Receiver | undefined): string | undefined {
  if (receiver === 'beneficiary' && (!beneficiary || describeBeneficiary(beneficiary) === undefined))
    return 'Enter the beneficiary of this entry, a person or an institution, or choose this desk.';
  return receiver === 'desk' && beneficiary
    ? 'This entry has a beneficiary. Remove it where this desk itself receives.'
    : undefined;
}

/** Schema of the form, field by field; gives the entry. */
export const recipientFormSchema = z
  .custom<RecipientForm>()
  .superRefine(({ beneficiary }, context) => {
    for (const { path, message } of beneficiarySchema.safeParse(beneficiary).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['beneficiary', ...path], message });
  })
  .transform((form): z.input<typeof recipientEntrySchema> => toRecipientEntry(form))
  .pipe(recipientEntrySchema);

/** Makes the entry of a form, unchecked but for the beneficiary, whose JSON must be valid. */
export function toRecipientEntry({
  memo,
  profiles,
  beneficiary,
  travelRule: data,
  ...form
}: RecipientForm): RecipientEntry {
  const travelRule = toTravelRule(data);
  return {
    ...form,
    beneficiary: toBeneficiary(beneficiary) ?? null,
    memo: memo.trim() === '' ? null : memo,
    profiles: profiles.split(/[\s,;]+/).filter((profile) => profile !== ''),
    ...(travelRule && { travelRule }),
  };
}

/** Makes the form of an entry. The inverse of `toRecipientEntry`. */
export function toRecipientForm({
  name,
  network,
  address,
  memo,
  note,
  profiles,
  beneficiary,
  travelRule,
}: RecipientEntry): RecipientForm {
  return {
    name,
    network,
    address,
    memo: memo ?? '',
    note,
    profiles: profiles.join(', '),
    beneficiary: toBeneficiaryForm(beneficiary),
    travelRule: toTravelRuleForm(travelRule),
  };
}
