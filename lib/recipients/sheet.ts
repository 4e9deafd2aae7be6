import type { RecipientForm } from '@/lib/recipients/form';
import type { TravelRuleForm } from '@/lib/recipients/travel-rule';
import type { BeneficiaryForm } from '@/lib/withdrawals/beneficiary-form';

/** Cell of a file of recipients: its column, the field of the form that it fills, and how it reads and writes it. */
interface RecipientCell {
  column: string;
  /** Other names of such a column, as wallets and custody consoles write them. */
  names: readonly string[];
  /** Path of the field in the form, as the schema's issues name it. */
  path: string;
  read: (form: RecipientForm) => string;
  write: (form: RecipientForm, text: string) => RecipientForm;
}

const textCell = (
  field: Exclude<keyof RecipientForm, 'beneficiary' | 'travelRule'>,
  column: string,
  names: readonly string[] = [],
): RecipientCell => ({
  column,
  names,
  path: field,
  read: (form) => form[field],
  write: (form, text) => ({ ...form, [field]: text }),
});

const beneficiaryCell = (
  field: Exclude<keyof BeneficiaryForm, 'kind'>,
  column: string,
  names: readonly string[] = [],
): RecipientCell => ({
  column,
  names,
  path: `beneficiary.${field}`,
  read: ({ beneficiary }) => beneficiary[field],
  write: (form, text) => ({ ...form, beneficiary: withKind({ ...form.beneficiary, [field]: text }) }),
});

const travelRuleCell = (field: keyof TravelRuleForm, column: string): RecipientCell => ({
  column,
  names: [],
  path: `travelRule.${field}`,
  read: ({ travelRule }) => travelRule[field],
  write: (form, text) => ({ ...form, travelRule: { ...form.travelRule, [field]: text } }),
});

/** Cells of a file of recipients, in order, for reading, editing and writing. */
export const RECIPIENT_CELLS = {
  name: textCell('name', 'Name', [
    'label',
    'address label',
    'address name',
    'wallet name',
    'wallet label',
    'account name',
    'contact',
    'contact name',
    'nickname',
    'alias',
    'title',
    'recipient',
    'recipient name',
    'payee',
    'beneficiary',
    'beneficiary name',
    'counterparty',
    'counterparty name',
  ]),
  network: textCell('network', 'Network', [
    'chain',
    'chain id',
    'chain name',
    'chain type',
    'blockchain',
    'blockchain network',
    'blockchain id',
    'network id',
    'network name',
    'crypto network',
  ]),
  address: textCell('address', 'Address', [
    'wallet',
    'wallet address',
    'account',
    'account address',
    'public address',
    'blockchain address',
    'crypto address',
    'deposit address',
    'withdrawal address',
    'destination',
    'destination address',
    'recipient address',
    'to',
    'to address',
  ]),
  memo: textCell('memo', 'Memo', [
    'tag',
    'destination tag',
    'address tag',
    'memo id',
    'memo tag',
    'memo or tag',
    'tag memo',
    'tag or memo',
    'payment id',
  ]),
  note: textCell('note', 'Note', ['notes', 'description', 'comment', 'comments', 'remark', 'remarks']),
  profiles: textCell('profiles', 'Profiles'),
  firstName: beneficiaryCell('firstName', 'Beneficiary first name', ['first name', 'given name']),
  lastName: beneficiaryCell('lastName', 'Beneficiary last name', ['last name', 'surname', 'family name']),
  institutionName: beneficiaryCell('institutionName', 'Beneficiary institution', [
    'institution',
    'institution name',
    'beneficiary company',
    'company',
  ]),
  json: beneficiaryCell('json', 'Beneficiary JSON'),
  custody: travelRuleCell('custody', 'Held by'),
  provider: travelRuleCell('provider', 'Provider'),
  website: travelRuleCell('website', 'Provider website'),
  receiver: travelRuleCell('receiver', 'Received by'),
  purpose: travelRuleCell('purpose', 'Purpose'),
  identities: travelRuleCell('identities', 'Identities'),
  savedOn: travelRuleCell('savedOn', 'Data saved on'),
  savedBy: travelRuleCell('savedBy', 'Data saved by'),
  providerId: travelRuleCell('providerId', 'Provider ID'),
} as const satisfies Record<string, RecipientCell>;
export type RecipientCellId = keyof typeof RECIPIENT_CELLS;

const CELLS = Object.values(RECIPIENT_CELLS);

/** Gives a beneficiary the kind that its filled fields say. */
function withKind(beneficiary: BeneficiaryForm): BeneficiaryForm {
  const { firstName, lastName, institutionName, json } = beneficiary;
  if (json !== '') return { ...beneficiary, kind: 'json' };
  if (institutionName !== '') return { ...beneficiary, kind: 'institution' };
  return { ...beneficiary, kind: firstName === '' && lastName === '' ? 'none' : 'person' };
}

/** Explains that a row has fields of two kinds of beneficiary; undefined where it has not. */
export function explainTwoKinds({ beneficiary }: RecipientForm): string | undefined {
  const { firstName, lastName, institutionName, json } = beneficiary;
  const filled = [`${firstName}${lastName}`, institutionName, json].filter((text) => text !== '');
  return filled.length > 1
    ? 'The beneficiary is a person, an institution or JSON. Leave the columns of the others empty.'
    : undefined;
}

/** Names of the columns, in order. */
export const RECIPIENT_COLUMN_NAMES: readonly string[] = CELLS.map(({ column }) => column);

/** Gives the cells of an entry in a file of recipients. */
export function toRecipientCells(form: RecipientForm): string[] {
  return CELLS.map(({ read }) => read(form));
}
