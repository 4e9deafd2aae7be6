import type { ReactNode } from 'react';
import { Notice } from '@/components/ui/notice';
import { revealHiddenCharacters } from '@/lib/characters';
import type { Explanation } from '@/lib/problems';
import { routes } from '@/lib/routes';

interface ExplanationNoticeProps {
  explanation: Explanation;
  /** 401 stands for an ended session. */
  status?: number;
  look?: 'bad' | 'warn';
  children?: ReactNode;
}

/** What happened and what to do, with a way to sign in again where the session has ended. */
export function ExplanationNotice({ explanation: { title, detail, next }, status, look = 'bad', children }: ExplanationNoticeProps) {
  return (
    <Notice look={look} title={title} isUrgent>
      <p>{[detail, next].filter(Boolean).map(revealHiddenCharacters).join(' ')}</p>
      {status === 401 ? (
        <p className="pt-1">
          <a href={routes.signInTo(routes.transfers)} className="font-medium text-accent underline">
            Sign in
          </a>
        </p>
      ) : (
        children
      )}
    </Notice>
  );
}
