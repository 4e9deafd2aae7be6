import type { ReactNode } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainEnd } from '@/lib/requests/returned';
import type { RequestView } from '@/lib/requests/request-view';

/** Says of a withdrawal that paid nobody why, and what to do; nothing for any other. `children` is the next step. */
export function RequestEnd({ request, children }: { request: RequestView; children: ReactNode }) {
  const explanation = explainEnd(request);
  if (!explanation) return null;
  return (
    <ExplanationNotice explanation={explanation} look={request.state === 'CANCELLED' ? 'info' : 'bad'}>
      <div className="mt-2 empty:hidden print:hidden">{children}</div>
    </ExplanationNotice>
  );
}
