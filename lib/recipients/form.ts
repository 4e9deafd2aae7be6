import { z } from 'zod';
import { addressText } from '@/lib/addresses/address-schema';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import { type Beneficiary, toBeneficiary, toBeneficiaryForm } from '@/lib/withdrawals/beneficiary';
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
};

const MAX_PROFILES = 50;

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

const profilesSchema = z
  .array(z.string().regex(/^[^\s,;]{1,128}$/))
  .max(MAX_PROFILES, `Enter at most ${MAX_PROFILES} profiles.`)
  .superRefine((profiles, context) => {
    for (const profile of profiles) rejectInvisible(profile, context);
    if (new Set(profiles).size < profiles.length)
      context.addIssue({ code: 'custom', message: 'A profile is listed twice.' });
  })
  .transform(canonicalIds);

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
export const recipientEntrySchema = z.strictObject({
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
  profiles: profilesSchema,
  beneficiary: beneficiaryEntrySchema,
}) satisfies z.ZodType<RecipientEntry>;

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
export function toRecipientEntry({ memo, profiles, beneficiary, ...form }: RecipientForm): RecipientEntry {
  return {
    ...form,
    beneficiary: toBeneficiary(beneficiary) ?? null,
    memo: memo.trim() === '' ? null : memo,
    profiles: profiles.split(/[\s,;]+/).filter((profile) => profile !== ''),
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
}: RecipientEntry): RecipientForm {
  return {
    name,
    network,
    address,
    memo: memo ?? '',
    note,
    profiles: profiles.join(', '),
    beneficiary: toBeneficiaryForm(beneficiary),
  };
}
