import { Time } from '@/components/values/time';
import { describeTimes } from '@/lib/recipients/adoption';
import type { PaidRecipient } from '@/lib/recipients/paid';

/** How often a recipient was paid, and when last; says where a later withdrawal was declined. */
export function PaidLine({ paid, isDeclined = false }: Pick<PaidRecipient, 'paid'> & { isDeclined?: boolean }) {
  return (
    <>
      {describeTimes(paid)}, last <Time iso={paid.lastAt} />.
      {isDeclined && <span className="text-warn"> A later withdrawal was declined.</span>}
    </>
  );
}
