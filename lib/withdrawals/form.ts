import { z } from 'zod';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { findMetadataIssues, METADATA_MAX_PAIRS } from '@/lib/withdrawals/metadata';
import { ADDRESS_ENTRIES } from '@/lib/withdrawals/address-entry';
import { REFERENCE_PATTERN } from '@/lib/withdrawals/reference';
import { isStorable, storableText, UNSTORABLE_MESSAGE } from '@/lib/text/storable-text';
import { parseAmount } from '@/lib/money/parse-amount';

// Apart from what works with a checked form, so that a page can show the form before it has loaded what checks it.

const MAX_ID = 128;
const MAX_TEXT = 256;
const MAX_BENEFICIARY_JSON = 4096;
const MAX_NOTE = 500;

/** A one-line text, required where a sentence says so. Spaces around it are dropped, since they only ever come from pasting. */
function line(maximum: number, required?: string) {
  return z
    .string()
    .trim()
    .min(required ? 1 : 0, required)
    .max(maximum, `At most ${maximum} characters.`)
    .refine(isStorable, UNSTORABLE_MESSAGE);
}

/** A text that must be told apart from every other: no spaces, and nothing that a reader cannot see (threats.md). */
function identifier(maximum: number, required?: string) {
  return line(maximum, required).superRefine((value, context) => {
    const hidden = findHiddenCharacter(value);
    if (hidden)
      context.addIssue({
        code: 'custom',
        message: `There is an invisible character (${hidden}) in this text. Type it again instead of pasting.`,
      });
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
const storable = storableText().max(1000);

const metadataSchema = z
  .array(z.strictObject({ key: storable, value: storable }))
  .max(METADATA_MAX_PAIRS, `At most ${METADATA_MAX_PAIRS} pairs.`)
  .superRefine((pairs, context) => {
    for (const { index, field, message } of findMetadataIssues(pairs))
      context.addIssue({ code: 'custom', path: [index, field], message });
  });

/**
 * The new-withdrawal form as it stands on the screen; the browser and the server check it with this one schema.
 * "What is fixed" is one choice, so amount and total together, or neither, cannot be said (section 2.1, rule).
 */
export const withdrawalFormSchema = z.strictObject({
  profileId: identifier(MAX_ID, 'Give the profile to withdraw from.'),
  asset: line(20, 'Give the asset, for example ETH.').regex(
    /^[A-Z0-9]*$/,
    'Write the ticker in capital letters and digits, for example ETH.',
  ),
  network: z.string().regex(/^[A-Z0-9_]{1,64}$/, 'Choose the network.'),
  destinationAddress: identifier(MAX_ID, 'Give the destination address.'),
  addressEntry: z.enum(ADDRESS_ENTRIES),
  /** The entry of the book that the address was taken from, where it was. */
  recipientId: z.union([z.literal(''), z.uuid()]),
  /** Which address the maker said is meant, where others look like it. */
  chosenAddress: storableText().max(MAX_ID),
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
  /** Said by the maker where the network's recipients commonly need a memo. */
  needsNoMemo: z.boolean(),
  /** How much of it goes first to see whether it arrives; empty where all goes at once. */
  testAmount: z.string().max(400),
  metadata: metadataSchema,
  identityId: identifier(MAX_ID),
  accountId: identifier(MAX_ID),
  balanceAsset: line(20).regex(/^[A-Z0-9]*$/, 'Write the ticker in capital letters and digits, for example USD.'),
  feeId: identifier(MAX_ID),
  beneficiary: beneficiarySchema,
  note: storableText().trim().max(MAX_NOTE, `At most ${MAX_NOTE} characters.`),
});

/** What the browser hands over: the form, and the key that this one form was opened with. */
export const submissionSchema = z.strictObject({ formKey: z.uuid({ version: 'v4' }), form: withdrawalFormSchema });

/** The same for an edit: of which request, and on which version it was based. */
export const amendmentSchema = z.strictObject({
  formKey: z.uuid({ version: 'v4' }),
  form: withdrawalFormSchema,
  requestId: z.uuid(),
  basedOnVersion: z.number().int().positive(),
});

function explainJsonObject(json: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return 'This is not valid JSON. Write an object, for example {"person_details": {"first_name": "Ada", "last_name": "Byron"}}.';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Write one JSON object, in braces.';
  // JSON.stringify writes exactly these characters as escapes.
  return /\\u(?:0000|d[89a-f][0-9a-f]{2})/.test(JSON.stringify(value)) ? UNSTORABLE_MESSAGE : undefined;
}
