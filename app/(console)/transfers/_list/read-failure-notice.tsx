import type { ReactNode } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import type { Explanation } from '@/lib/http/problems';
import { routes } from '@/lib/http/routes';

interface ReadFailureNoticeProps {
  explanation: Explanation;
  /** The HTTP status; 401 means that the session has ended. */
  status?: number;
  look?: 'bad' | 'warn';
  children?: ReactNode;
}

/** The notice that transfers could not be read, with a link to sign in again if the session has ended. */
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
