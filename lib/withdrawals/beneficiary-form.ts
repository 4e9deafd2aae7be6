export const BENEFICIARY_KINDS = ['none', 'person', 'institution', 'json'] as const;
export type BeneficiaryKind = (typeof BENEFICIARY_KINDS)[number];

/** Beneficiary as a form holds it; only the fields of its kind count. */
export interface BeneficiaryForm {
  kind: BeneficiaryKind;
  firstName: string;
  lastName: string;
  institutionName: string;
  /** One JSON object, for details that the other kinds cannot hold. */
  json: string;
}

/** Beneficiary of a form before anything is entered. */
export const EMPTY_BENEFICIARY: BeneficiaryForm = {
  kind: 'none',
  firstName: '',
  lastName: '',
  institutionName: '',
  json: '',
};
