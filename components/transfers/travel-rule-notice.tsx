import { ExplanationNotice } from '@/components/data/explanation-notice';
import type { Explanation } from '@/lib/http/problems';

/** Says what is missing and what to do where the travel rule holds a transfer (`explainTravelRuleHold`). */
export function TravelRuleNotice({ explanation }: { explanation: Explanation }) {
  return (
    <div className="my-3 max-w-reading">
      <ExplanationNotice explanation={explanation} look="warn" />
    </div>
  );
}
