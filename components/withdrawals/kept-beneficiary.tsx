import type { RequestSummary } from '@/lib/requests/request-summary';
import { explainKeptBeneficiary } from '@/lib/withdrawals/beneficiary';

/** Says that a request is sent with a beneficiary that new withdrawals leave out; nothing for any other request. */
export function KeptBeneficiary({ request }: { request: Pick<RequestSummary, 'keepsBeneficiary'> }) {
  if (request.keepsBeneficiary !== true) return null;
  return <span className="block text-label text-warn">{explainKeptBeneficiary()}</span>;
}
