import { byField } from '@/lib/withdrawals/fields';
import { z } from 'zod';
import { addressText } from '@/lib/addresses/address-schema';
import { MAX_ATTACHMENTS } from '@/lib/attachments/limits';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { findMetadataIssues, MAX_METADATA_PAIRS } from '@/lib/withdrawals/metadata';
import { ADDRESS_ENTRIES } from '@/lib/withdrawals/address-entry';
import { REFERENCE_PATTERN } from '@/lib/withdrawals/reference';
import { line, rejectControlCharacters } from '@/lib/text/line-schema';
import { beneficiarySchema } from '@/lib/withdrawals/beneficiary-schema';
import { storableText } from '@/lib/text/storable-text';
import { amountSchema } from '@/lib/money/amount-schema';
import { removeSeparators } from '@/lib/money/amount-readings';
import { isAsciiId, NOT_ASCII_MESSAGE } from '@/lib/text/uuid';

// Separate from the code for checked forms, so that a page can show the form before it has loaded the schema.

const MAX_ID = 128;
const MAX_TEXT = 256;
const MAX_NOTE = 500;

/** Schema of an identifier: no spaces, no invisible characters (docs/specification/threats.md#amounts-and-text). */
function identifier(maximum: number, required?: string) {
  return line(maximum, required).superRefine((value, context) => {
    const hidden = findHiddenCharacter(value);
    if (hidden)
      context.addIssue({
        code: 'custom',
        message: `This text has an invisible character (${hidden}). Type the text instead of pasting it.`,
      });
    else if (/\s/.test(value)) context.addIssue({ code: 'custom', message: 'Remove the spaces.' });
  });
}

// Longer than the limits, which `findMetadataIssues` explains.
const storable = storableText().max(1000).superRefine(rejectControlCharacters);

const metadataSchema = z
  .array(z.strictObject({ key: storable, value: storable }))
  .max(MAX_METADATA_PAIRS, `Use at most ${MAX_METADATA_PAIRS} pairs.`)
  .superRefine((pairs, context) => {
    for (const { index, field, message } of findMetadataIssues(pairs))
      context.addIssue({ code: 'custom', path: [index, field], message });
  });

/**
 * Schema of the withdrawal form as the screen shows it, for the browser and the server. "What is fixed" is one choice,
 * so that exactly one of amount and total is given (docs/specification/service-interface.md#withdrawal-request).
 */
export const withdrawalFormSchema = z.strictObject({
  profileId: identifier(MAX_ID, 'Enter the profile ID.').refine(isAsciiId, NOT_ASCII_MESSAGE),
  asset: line(20, 'Enter the asset, for example ETH.').regex(
    /^[A-Z0-9]*$/,
    'Use capital letters and digits, for example ETH.',
  ),
  network: z.string().regex(/^[A-Z0-9_]{1,64}$/, 'Choose a network.'),
  destinationAddress: addressText('Enter the destination address.'),
  addressEntry: z.enum(ADDRESS_ENTRIES),
  /** ID of the address book's entry that the address comes from; empty for none. */
  recipientId: z.union([z.literal(''), z.uuid()]),
  /** The address that the requester confirmed where similar ones are known; empty for none. */
  chosenAddress: storableText().max(MAX_ID),
  fixed: z.enum(['amount', 'total']),
  value: z.string().transform(removeSeparators).pipe(amountSchema),
  referenceId: identifier(64).refine(
    (reference) => reference === '' || REFERENCE_PATTERN.test(reference),
    'Use 3 to 64 letters, digits, points, dashes or underscores, and start with a letter or digit. ' +
      'Leave this field empty to have a reference generated.',
  ),
  memo: line(MAX_TEXT),
  /** Confirmation by the requester, on a network whose recipients commonly need a memo, that this one needs none. */
  needsNoMemo: z.boolean(),
  /** Amount of the test payment; empty for none. */
  testAmount: z.string().max(400).transform(removeSeparators),
  metadata: metadataSchema,
  ...byField(({ kind }) =>
    kind === 'id'
      ? identifier(MAX_ID)
      : line(20).regex(/^[A-Z0-9]*$/, 'Use capital letters and digits, for example USD.'),
  ),
  beneficiary: beneficiarySchema,
  note: storableText().trim().max(MAX_NOTE, `Use at most ${MAX_NOTE} characters.`),
});

/** Schema of the uploaded files of a request by their IDs, in order. */
const attachmentIdsSchema = z
  .array(z.uuid())
  .max(MAX_ATTACHMENTS, `A request takes at most ${MAX_ATTACHMENTS} files.`)
  .optional();

/**
 * Schema of a submission: the form, the key that it was opened with, the files, and the ID of the request that it
 * follows.
 */
export const submissionSchema = z.strictObject({
  formKey: z.uuid({ version: 'v4' }),
  form: withdrawalFormSchema,
  attachmentIds: attachmentIdsSchema,
  followsId: z.uuid().optional(),
});

/** Schema of an amendment: a submission with the request and the version that it is based on. */
export const amendmentSchema = z.strictObject({
  formKey: z.uuid({ version: 'v4' }),
  form: withdrawalFormSchema,
  /** Undefined: the files stay as they are. */
  attachmentIds: attachmentIdsSchema,
  requestId: z.uuid(),
  basedOnVersion: z.number().int().positive(),
});
