import type { Network } from '@/lib/networks/network-definition';
import { findDirectionMark, findHiddenCharacter, revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { joinList } from '@/lib/text/join-list';
import { listTexts } from '@/lib/withdrawals/beneficiary';
import type { BeneficiaryForm } from '@/lib/withdrawals/beneficiary-form';
import type { MetadataPair } from '@/lib/withdrawals/metadata';

// What a recipient goes by besides the address is copied from sheets and mails, and has no checksum. What cannot be
// right is an error (lib/text/line-schema, lib/withdrawals/memo); what is seldom right is a note, shown to everybody
// who decides.

/** Fields of a withdrawal, or of an entry of the address book, that a recipient goes by. */
export interface IdentifyingTexts {
  memo: string;
  referenceId: string;
  metadata: readonly MetadataPair[];
  beneficiary: BeneficiaryForm;
}

/** A text that calls for a second look. */
export interface TextNote {
  /** Path of the field in the form. */
  path: string;
  /** The kind of field in words. */
  field: Field;
  /** Says in one sentence what is odd, with the text in quotes and hidden characters revealed. */
  message: string;
}

type Field = 'memo' | 'reference' | 'beneficiary' | 'metadata';

/** Finds the texts of a withdrawal that call for a second look: traces of a spreadsheet, and what eyes do not see. */
export function findTextNotes(
  { memo, referenceId, metadata, beneficiary }: IdentifyingTexts,
  network: Pick<Network, 'label' | 'family'> | undefined,
): TextNote[] {
  return [
    ...note({ path: 'memo', field: 'memo', subject: 'memo', text: memo.trim(), network }),
    ...note({ path: 'referenceId', field: 'reference', subject: 'reference', text: referenceId.trim() }),
    ...listBeneficiaryTexts(beneficiary).flatMap((named) => note({ field: 'beneficiary', ...named })),
    ...metadata.flatMap(({ key, value }, index) => [
      ...note({ path: `metadata.${index}.key`, field: 'metadata', subject: 'metadata key', text: key }),
      ...note({
        path: `metadata.${index}.value`,
        field: 'metadata',
        subject: `metadata value of ${quote(key)}`,
        text: value,
      }),
    ]),
  ];
}

const named = (field: keyof BeneficiaryForm, subject: string, text: string) => ({
  path: `beneficiary.${field}`,
  subject,
  text,
});

function listBeneficiaryTexts({ kind, firstName, lastName, institutionName, json }: BeneficiaryForm) {
  switch (kind) {
    case 'none':
      return [];
    case 'person':
      return [
        named('firstName', 'first name of the beneficiary', firstName.trim()),
        named('lastName', 'last name of the beneficiary', lastName.trim()),
      ];
    case 'institution':
      return [named('institutionName', 'name of the institution', institutionName.trim())];
    case 'json':
      return listTexts(readJson(json)).map(({ path, text }) => named('json', `beneficiary’s ${quote(path)}`, text));
  }
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The schema says so.
    return undefined;
  }
}

interface Noted extends Omit<TextNote, 'message'> {
  subject: string;
  text: string;
  network?: Pick<Network, 'label' | 'family'> | undefined;
}

function note({ path, field, subject, text, network }: Noted): TextNote[] {
  if (text === '') return [];
  const signs = [
    ...SIGNS.filter(({ fields, pattern }) => (!fields || fields.includes(field)) && pattern.test(text)).map(
      ({ says }) => says,
    ),
    ...describeHidden(text),
    ...(network?.family === 'stellar' && isTooLargeForMemoId(text)
      ? [`is a number of 2^64 or more, which no memo ID on ${network.label} can be`]
      : []),
  ];
  return signs.length === 0 ? [] : [{ path, field, message: `The ${subject} ${quote(text)} ${joinList(signs)}.` }];
}

/** A pattern with the predicate that says what it means. `fields`: where it means that; everywhere by default. */
interface Sign {
  pattern: RegExp;
  says: string;
  fields?: readonly Field[];
}

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const SIGNS: readonly Sign[] = [
  {
    // 1.23457E+17 of spreadsheets, 1.23457E17 of programs. 5E12 may be an identifier.
    pattern: /^[+-]?\d(?:[.,]\d+)?e[+-]\d{2,3}$|^[+-]?\d[.,]\d+e\d{1,3}$/i,
    says: 'is a number as a spreadsheet shortens it, so digits are missing',
  },
  {
    pattern: /^#+$|^#[¡¿]?[\p{L}\d/_]+[!?¡¿]$|^#(?:\p{L}\/\p{L}|NV|GETTING_DATA)$|^Err:\d{3}$/u,
    says: 'is an error message of a spreadsheet',
  },
  {
    pattern: /^[+-]?\d+[.,]0+$/,
    says: 'ends in a decimal zero, as a number does that a spreadsheet or a program has read',
    fields: ['memo', 'beneficiary'],
  },
  {
    // A version or a sum may be 1.0.
    pattern: /^\d{5,}[.,]0+$/,
    says: 'ends in a decimal zero, as a number does that a spreadsheet or a program has read',
    fields: ['metadata', 'reference'],
  },
  {
    // A spreadsheet keeps 15 digits.
    pattern: /^[1-9]\d{14}0{2,}$/,
    says: 'has only zeros after its 15th digit, as a number does that a spreadsheet has rounded',
  },
  { pattern: /^['‘’ʼ＇`´]/u, says: 'begins with an apostrophe, which a spreadsheet puts before text' },
  { pattern: /^=/, says: 'begins with =, as a formula of a spreadsheet does' },
  { pattern: /^"[^]*"$|^[“„«][^]*[”“»]$/u, says: 'is in quotation marks', fields: ['memo'] },
  {
    pattern: /^\d{1,3}(?:[.,'’\p{Zs}]\d{3})+$/u,
    says: 'has separators between its digits, as a formatted number does',
    fields: ['memo'],
  },
  {
    pattern: new RegExp(
      `^\\d{1,2}[-. ](?:${MONTHS})(?:[-. ]\\d{2,4})?$|^(?:${MONTHS})[-. ]\\d{2,4}$|^\\d{4}-\\d\\d-\\d\\d 00:00:00$`,
      'i',
    ),
    says: 'is a date, which a spreadsheet makes of numbers such as 1-2',
    fields: ['memo'],
  },
  {
    pattern: /^(?:n\/?a|none|no memo|without memo|null|nil|nan|undefined|-+|\?+|tbd|tbc)$|^\[object Object\]$/i,
    says: 'looks like a placeholder, and is sent as it is',
    fields: ['memo'],
  },
  { pattern: /^(?:null|nan|NaN|undefined|\[object Object\])$/, says: 'looks like a placeholder', fields: ['metadata'] },
  { pattern: /\uFFFD/, says: 'has a character that could not be read (U+FFFD)' },
  { pattern: /[^\P{Zs} ]/u, says: 'has a space that is no ordinary one' },
  { pattern: /(?![0-9])\p{Nd}/u, says: 'has digits of another script' },
  { pattern: /\p{Zs}{2}/u, says: 'has several spaces in a row', fields: ['memo', 'beneficiary'] },
  { pattern: /^\p{Zs}|\p{Zs}$/u, says: 'begins or ends with a space' },
];

/** Describes characters that do not show, and characters that change the direction of what shows. */
function describeHidden(text: string): string[] {
  const mark = findDirectionMark(text);
  const hidden = findHiddenCharacter(text);
  return [
    ...(mark === undefined ? [] : [`has a character that changes the direction of the text (${mark})`]),
    ...(hidden === undefined || hidden === mark ? [] : [`has a character that does not show (${hidden})`]),
  ];
}

/** Tells whether a text is a number that exceeds the unsigned 64 bits of a Stellar memo ID. */
function isTooLargeForMemoId(text: string): boolean {
  return /^\d{20,256}$/.test(text) && BigInt(text) >= 2n ** 64n;
}

const MAX_QUOTED_LENGTH = 60;

function quote(text: string): string {
  const characters = Array.from(text);
  const isLong = characters.length > MAX_QUOTED_LENGTH;
  return `“${revealHiddenCharacters(characters.slice(0, MAX_QUOTED_LENGTH).join(''))}${isLong ? '…' : ''}”`;
}
