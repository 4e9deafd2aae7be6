import type { ReactNode } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainError, ReadError } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import type { Explanation } from '@/lib/http/problems';
import { routes } from '@/lib/http/routes';
import { formatCount } from '@/lib/text/locale';

interface ReadFailureNoticeProps {
  explanation: Explanation;
  /** The page to come back to after signing in again. */
  path: string;
  /** The HTTP status; 401 means that the session has ended. */
  status?: number;
  look?: 'bad' | 'warn';
  children?: ReactNode;
}

/** The notice that items could not be read, with a link to sign in again if the session has ended. */
export function ReadFailureNotice({ explanation, path, status, look = 'bad', children }: ReadFailureNoticeProps) {
  return (
    <ExplanationNotice explanation={explanation} look={look} isUrgent>
      {status === 401 ? (
        <p className="pt-1">
          <a href={routes.signInTo(path)} className="font-medium text-accent underline">
            Sign in
          </a>
        </p>
      ) : (
        children
      )}
    </ExplanationNotice>
  );
}

interface RefreshFailureProps {
  reason: Error | Explanation;
  path: string;
  /** True if rows of an earlier answer are shown below. */
  hasRows: boolean;
  onRetry: () => void;
}

/** The notice above the rows that the list could not be loaded. */
export function RefreshFailure({ reason, path, hasRows, onRetry }: RefreshFailureProps) {
  return (
    <div className="mb-3">
      <ReadFailureNotice
        explanation={reason instanceof Error ? explainError(reason) : reason}
        path={path}
        {...(reason instanceof ReadError && { status: reason.status })}
      >
        {hasRows && <p>The list below was loaded earlier.</p>}
        <Button className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      </ReadFailureNotice>
    </div>
  );
}

// The server counts up to this number.
const MAX_COUNTED = 1000;

/** The button that shows the items which have come above the first row. */
export function ShowNewButton({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <Button className="border-accent bg-accent-soft" onClick={onShow}>
      Show {count >= MAX_COUNTED ? `${formatCount(MAX_COUNTED)} or more` : count} new
    </Button>
  );
}
