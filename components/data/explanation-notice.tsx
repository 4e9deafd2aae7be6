import type { ReactNode } from 'react';
import { Notice } from '@/components/ui/notice';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import type { Explanation } from '@/lib/http/problems';

interface ExplanationNoticeProps {
  explanation: Explanation;
  look?: 'bad' | 'warn' | 'info';
  /** Announced at once by screen readers. */
  isUrgent?: boolean;
  children?: ReactNode;
}

/** Renders an error: what happened, whether anything was changed or sent, and what to do next. */
export function ExplanationNotice({
  explanation: { title, detail, next },
  look = 'bad',
  isUrgent = false,
  children,
}: ExplanationNoticeProps) {
  return (
    <Notice look={look} title={title} isUrgent={isUrgent}>
      {[detail, next].filter(Boolean).map((sentence) => (
        <p key={sentence}>{revealHiddenCharacters(sentence)}</p>
      ))}
      {children}
    </Notice>
  );
}
