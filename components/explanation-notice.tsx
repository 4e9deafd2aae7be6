import type { ReactNode } from 'react';
import { Notice } from '@/components/ui/notice';
import type { Explanation } from '@/lib/problems';

/** What went wrong: what happened, whether anything was changed or sent, and what to do next. */
export function ExplanationNotice({ explanation: { title, detail, next }, children }: { explanation: Explanation; children?: ReactNode }) {
  return (
    <Notice look="bad" title={title}>
      {detail !== '' && <p>{detail}</p>}
      {next !== '' && <p>{next}</p>}
      {children}
    </Notice>
  );
}
