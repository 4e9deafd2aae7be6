import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainTravelRuleHold } from '@/lib/transfers/travel-rule';

type TravelRuleNoticeProps = {
  transfer: Parameters<typeof explainTravelRuleHold>[0];
  beneficiary: Parameters<typeof explainTravelRuleHold>[1];
};

/** Says what is missing and what to do where the travel rule holds a transfer (`explainTravelRuleHold`). */
export function TravelRuleNotice({ transfer, beneficiary }: TravelRuleNoticeProps) {
  const explanation = explainTravelRuleHold(transfer, beneficiary);
  return (
    explanation && (
      <div className="my-3 max-w-reading">
        <ExplanationNotice explanation={explanation} look="warn" />
      </div>
    )
  );
}
