import { z } from 'zod';
import { explainInexactJson } from '@/lib/text/exact-json';
import { explainControlCharacter } from '@/lib/text/hidden-characters';
import { line } from '@/lib/text/line-schema';
import { UNSTORABLE_MESSAGE } from '@/lib/text/storable-text';
import { listTexts } from '@/lib/withdrawals/beneficiary';
import { BENEFICIARY_KINDS, type BeneficiaryForm } from '@/lib/withdrawals/beneficiary-form';

const MAX_NAME = 256;
const MAX_JSON = 4096;

/** Schema of a beneficiary in a form. Only the fields of its kind are required. */
export const beneficiarySchema = z
  .strictObject({
    kind: z.enum(BENEFICIARY_KINDS),
    firstName: line(MAX_NAME),
    lastName: line(MAX_NAME),
    institutionName: line(MAX_NAME),
    json: z.string().max(MAX_JSON, `Use at most ${MAX_JSON} characters.`),
  })
  .superRefine((beneficiary, context) => {
    for (const { field, message } of findBeneficiaryIssues(beneficiary))
      context.addIssue({ code: 'custom', path: [field], message });
  }) satisfies z.ZodType<BeneficiaryForm>;

/** Finds the fields of a beneficiary that are missing or wrong for its kind. */
function findBeneficiaryIssues({
  kind,
  ...fields
}: BeneficiaryForm): { field: Exclude<keyof BeneficiaryForm, 'kind'>; message: string }[] {
  const missing = (field: keyof typeof fields, message: string) => (fields[field] === '' ? [{ field, message }] : []);
  switch (kind) {
    case 'none':
      return [];
    case 'person':
      return [...missing('firstName', 'Enter the first name.'), ...missing('lastName', 'Enter the last name.')];
    case 'institution':
      return missing('institutionName', 'Enter the name of the institution.');
    case 'json': {
      const message = explainJsonObject(fields.json);
      return message === undefined ? [] : [{ field: 'json', message }];
    }
  }
}

function explainJsonObject(json: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return (
      'This is not valid JSON. Enter an object, for example ' +
      '{"person_details": {"first_name": "Ada", "last_name": "Byron"}}.'
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'Enter one JSON object, in braces.';
  const inexact = explainInexactJson(json.normalize('NFC'));
  if (inexact !== undefined) return inexact;
  // JSON.stringify writes exactly these characters as escapes.
  if (/\\u(?:0000|d[89a-f][0-9a-f]{2})/.test(JSON.stringify(value))) return UNSTORABLE_MESSAGE;
  const [found] = listTexts(value).flatMap(({ path, text }) => {
    const message = explainControlCharacter(`${path}${text}`);
    return message === undefined ? [] : [`${path}: ${message}`];
  });
  return found;
}
