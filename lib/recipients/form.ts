import { z } from 'zod';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import type { RecipientEntry } from '@/lib/recipients/recipients';

/** An entry of the book as the form, and a row of a sheet, has it: every field a text. */
export interface RecipientForm {
  name: string;
  network: string;
  address: string;
  memo: string;
  note: string;
  /** IDs with spaces, commas or semicolons between. */
  profiles: string;
}

export const EMPTY_RECIPIENT_FORM: RecipientForm = {
  name: '',
  network: '',
  address: '',
  memo: '',
  note: '',
  profiles: '',
};

const MOST_PROFILES = 50;

/** Words on one line, with nothing in them that a reader cannot see (threats.md). Spaces in a row are one. */
function words(maximum: number, required?: string) {
  return z
    .string()
    .transform((text) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(required ? 1 : 0, required)
        .max(maximum, `At most ${maximum} characters.`)
        .superRefine(refuseHidden),
    );
}

/** A text without spaces that must be told apart from every other. */
function identifier(maximum: number, required: string) {
  return words(maximum, required).refine((text) => !text.includes(' '), 'This may not contain spaces.');
}

function refuseHidden(text: string, context: z.RefinementCtx): void {
  const hidden = findHiddenCharacter(text);
  if (hidden)
    context.addIssue({
      code: 'custom',
      message: `There is an invisible character (${hidden}) in this text. Type it again instead of pasting.`,
    });
}

const profilesSchema = z
  .array(z.string().regex(/^[^\s,;]{1,128}$/))
  .max(MOST_PROFILES, `At most ${MOST_PROFILES} profiles.`)
  .superRefine((profiles, context) => {
    for (const profile of profiles) refuseHidden(profile, context);
    if (new Set(profiles).size < profiles.length)
      context.addIssue({ code: 'custom', message: 'One of these profiles is named twice.' });
  });

/** What the book keeps of a recipient; who sends it and what of it is sent to the service is checked by this one schema. */
export const recipientEntrySchema = z.strictObject({
  name: words(80, 'Give the name by which people find the recipient.'),
  network: z.string().regex(/^[A-Z0-9_]{1,64}$/, 'Choose the network.'),
  address: identifier(128, 'Give the address.'),
  // Sent as it is written: also its spaces are the recipient's.
  memo: z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, 'Give the memo, or say that there is none.')
        .max(256, 'At most 256 characters.')
        .superRefine(refuseHidden),
    )
    .nullable(),
  note: words(500),
  profiles: profilesSchema,
}) satisfies z.ZodType<RecipientEntry>;

/** The form on the screen, checked field by field; gives the entry that it stands for. */
export const recipientFormSchema = z
  .custom<RecipientForm>()
  .transform((form) => toRecipientEntry(form))
  .pipe(recipientEntrySchema);

/** The entry that a form stands for, unchecked. */
export function toRecipientEntry({ memo, profiles, ...form }: RecipientForm): RecipientEntry {
  return {
    ...form,
    memo: memo.trim() === '' ? null : memo,
    profiles: profiles.split(/[\s,;]+/).filter((profile) => profile !== ''),
  };
}

/** The form that shows an entry. The inverse of `toRecipientEntry`. */
export function toRecipientForm({ name, network, address, memo, note, profiles }: RecipientEntry): RecipientForm {
  return { name, network, address, memo: memo ?? '', note, profiles: profiles.join(', ') };
}
