import { theService } from '@/lib/text/service-name';
import { type BeneficiaryForm, EMPTY_BENEFICIARY } from '@/lib/withdrawals/beneficiary-form';

/** Beneficiary as it is sent. The interface names no inner fields (docs/specification/service-facts.md#fields). */
export type Beneficiary = Record<string, unknown>;

/**
 * Makes the beneficiary of a checked form, with names and JSON in NFC; undefined for none. Throws a SyntaxError for
 * JSON that `beneficiarySchema` does not accept.
 */
export function toBeneficiary({
  kind,
  firstName,
  lastName,
  institutionName,
  json,
}: BeneficiaryForm): Beneficiary | undefined {
  switch (kind) {
    case 'none':
      return undefined;
    case 'person':
      return { person_details: { first_name: nfc(firstName), last_name: nfc(lastName) } };
    case 'institution':
      return { institution_details: { name: nfc(institutionName) } };
    case 'json':
      return JSON.parse(nfc(json)) as Beneficiary;
  }
}

/** Makes the form of a beneficiary: a person or an institution where nothing else is in it, otherwise JSON. */
export function toBeneficiaryForm(beneficiary: Beneficiary | null | undefined): BeneficiaryForm {
  if (!beneficiary) return EMPTY_BENEFICIARY;
  const named = readNames(beneficiary);
  return named
    ? { ...EMPTY_BENEFICIARY, ...named }
    : { ...EMPTY_BENEFICIARY, kind: 'json', json: JSON.stringify(beneficiary) };
}

/**
 * Describes a beneficiary, such as “Ada Byron (person)”; undefined where it holds anything but these names, so that
 * nothing that is sent stays hidden. The text is untrusted.
 */
export function describeBeneficiary(beneficiary: Beneficiary): string | undefined {
  const named = readNames(beneficiary);
  if (!named) return undefined;
  return named.kind === 'person'
    ? `${named.firstName} ${named.lastName} (person)`
    : `${named.institutionName} (institution)`;
}

/** Gives the name of a beneficiary; undefined where it holds anything but names. The text is untrusted. */
export function nameBeneficiary(beneficiary: Beneficiary): string | undefined {
  const named = readNames(beneficiary);
  return named?.kind === 'person' ? `${named.firstName} ${named.lastName}` : named?.institutionName;
}

/** Writes a beneficiary on one line: in words where these say everything (`describeBeneficiary`), otherwise as JSON. */
export function writeBeneficiary(beneficiary: Beneficiary): string {
  return describeBeneficiary(beneficiary) ?? JSON.stringify(beneficiary);
}

type Names = { kind: 'person'; firstName: string; lastName: string } | { kind: 'institution'; institutionName: string };

/** Reads the names of a beneficiary that holds one person or one institution, and nothing else. */
function readNames(beneficiary: Beneficiary): Names | undefined {
  const person = readTexts(readOnlyMember(beneficiary, 'person_details'), ['first_name', 'last_name']);
  if (person) return { kind: 'person', firstName: person[0] ?? '', lastName: person[1] ?? '' };
  const institution = readTexts(readOnlyMember(beneficiary, 'institution_details'), ['name']);
  return institution && { kind: 'institution', institutionName: institution[0] ?? '' };
}

/** Gives the value of the one member that an object has; undefined where it has another one or several. */
function readOnlyMember(object: Record<string, unknown>, name: string): unknown {
  const keys = Object.keys(object);
  return keys.length === 1 && keys[0] === name ? object[name] : undefined;
}

/** A text inside a beneficiary, with the keys that lead to it, such as “person_details.first_name”. */
export interface BeneficiaryText {
  path: string;
  text: string;
}

/** Lists every text of a beneficiary, in order. */
export function listTexts(value: unknown, path = ''): BeneficiaryText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => listTexts(member, path === '' ? key : `${path}.${key}`));
}

const MAX_NAME = 256;

/** Gives the texts of an object that has exactly these members, in this order, each as a field of the form holds it. */
function readTexts(value: unknown, names: readonly string[]): string[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length !== names.length || entries.some(([key], index) => key !== names[index])) return undefined;
  const texts = entries.flatMap(([, text]) => (typeof text === 'string' && isFieldText(text) ? [text] : []));
  return texts.length === names.length ? texts : undefined;
}

function isFieldText(text: string): boolean {
  return text !== '' && text === nfc(text.trim()) && text.length <= MAX_NAME;
}

function nfc(text: string): string {
  return text.normalize('NFC');
}

/** Explains that withdrawals leave out the beneficiary, and where its details belong instead. */
export function explainOmittedBeneficiary(): string {
  return (
    'The beneficiary is not sent: new withdrawals leave it out. ' +
    `Save the travel-rule data of the address at ${theService()} instead.`
  );
}

/**
 * Explains that a withdrawal that was requested earlier keeps its beneficiary: what was requested is sent unchanged.
 */
export function explainKeptBeneficiary(): string {
  return (
    'Sent with its beneficiary, as it was requested, though new withdrawals leave it out. ' +
    `If ${theService()} declines it, request the withdrawal again.`
  );
}
