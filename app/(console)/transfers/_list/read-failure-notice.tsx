import type { ReactNode } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import type { Explanation } from '@/lib/http/problems';
import { routes } from '@/lib/http/routes';

interface ReadFailureNoticeProps {
  explanation: Explanation;
  /** 401 stands for an ended session. */
  status?: number;
  look?: 'bad' | 'warn';
  children?: ReactNode;
}

/** Why transfers could not be read, with a way to sign in again where the session has ended. */
export function ReadFailureNotice({ explanation, status, look = 'bad', children }: ReadFailureNoticeProps) {
  return (
    <ExplanationNotice explanation={explanation} look={look} isUrgent>
      {status === 401 ? (
        <p className="pt-1">
          <a href={routes.signInTo(routes.transfers)} className="font-medium text-accent underline">
            Sign in
          </a>
        </p>
      ) : (
        children
      )}
    </ExplanationNotice>
  );
}
