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

/**
 * What becomes of the beneficiary of a withdrawal: every body that is built from now on carries it, or leaves it out.
 */
export const BENEFICIARY_MODES = ['send', 'omit'] as const;
export type BeneficiaryMode = (typeof BENEFICIARY_MODES)[number];

/** Gives the beneficiary of a form as a withdrawal carries it: none where the configuration leaves it out. */
export function keepBeneficiary(beneficiary: BeneficiaryForm, mode: BeneficiaryMode): BeneficiaryForm {
  return mode === 'omit' ? EMPTY_BENEFICIARY : beneficiary;
}
