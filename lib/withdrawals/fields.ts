/**
 * The optional texts of a withdrawal request that few need, each once: its names on the form, on the wire and in a
 * sheet, and how people read it. The order is the one on the wire, which is part of the bytes. The form, its schema,
 * the sheet, the body, a repeat and what an approver sees all go through this list.
 */
interface OptionalField {
  /** Member of the form. */
  name: string;
  /** Member of the body (docs/specification/service-interface.md#withdrawal-request). */
  wire: string;
  label: string;
  hint: string;
  /** What a value is: an identifier without spaces, or the ticker of an asset, in capitals. */
  kind: 'id' | 'ticker';
  /** Other headings of its column in a sheet, in small letters. */
  headings: readonly string[];
  /** True for what holds for one withdrawal alone, and is left out of a repeat. */
  isOnce?: true;
}

export const OPTIONAL_FIELDS = [
  {
    name: 'balanceAsset',
    wire: 'balance_asset',
    label: 'Balance asset',
    hint: 'Optional. Only for a stablecoin paid from another balance, such as USD.',
    kind: 'ticker',
    headings: ['debited asset', 'debit asset'],
  },
  {
    name: 'identityId',
    wire: 'identity_id',
    label: 'Identity ID',
    hint: 'Optional. Identity of the user who makes the withdrawal.',
    kind: 'id',
    headings: ['identity'],
  },
  {
    name: 'accountId',
    wire: 'account_id',
    label: 'Account ID',
    hint: 'Optional. Account of that identity.',
    kind: 'id',
    headings: ['account'],
  },
  {
    name: 'feeId',
    wire: 'fee_id',
    label: 'Fee ID',
    hint: 'Optional. ID of a guaranteed fee.',
    kind: 'id',
    headings: ['guaranteed fee', 'fee quote'],
    // docs/specification/service-facts.md#fields
    isOnce: true,
  },
] as const satisfies readonly OptionalField[];

type Field = (typeof OPTIONAL_FIELDS)[number];
export type OptionalFieldName = Field['name'];
export type OptionalTexts = Record<OptionalFieldName, string>;
export type OptionalMembers = { [Wire in Field['wire']]?: string };

/** Gives something of each field, as members by its name on the form. */
export function byField<Value>(give: (field: Field) => Value): Record<OptionalFieldName, Value> {
  return Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field.name, give(field)])) as Record<
    OptionalFieldName,
    Value
  >;
}

/** Gives the members of a body; an empty text becomes no member. */
export function toOptionalMembers(form: OptionalTexts): OptionalMembers {
  return Object.fromEntries(
    OPTIONAL_FIELDS.flatMap(({ name, wire }) => (form[name] === '' ? [] : [[wire, form[name].normalize('NFC')]])),
  );
}

/** Gives the texts of a form from a body. */
export const toOptionalTexts = (body: OptionalMembers): OptionalTexts => byField(({ wire }) => body[wire] ?? '');

/** Empties what holds for one withdrawal alone, in a form that is repeated. */
export function withoutOnce<Form extends OptionalTexts>(form: Form): Form {
  return { ...form, ...byField((field) => ('isOnce' in field ? '' : form[field.name])) };
}
