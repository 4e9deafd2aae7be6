import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { discardDraft } from '@/app/(console)/withdrawals/new/draft';
import { loadSaving } from '@/app/(console)/withdrawals/new/_review/lazy-check';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import type { SubmitError } from '@/app/(console)/withdrawals/new/submit-error-notice';
import { focusContent } from '@/components/ui/browser/focus-content';
import { showToast } from '@/components/ui/toast/show-toast';
import { routes } from '@/lib/http/routes';
import type { AmendFailure } from '@/lib/requests/contract';
import type { Submission } from '@/lib/withdrawals/body';

/**
 * Submits a reviewed form, once however often the button is pressed, and opens the page of the request. Calls
 * `onFailure` with the server's reason where the request was not saved.
 */
export function useSubmission(editing: Editing, onFailure: (failure: AmendFailure) => void) {
  const router = useRouter();
  const [submitError, setSubmitError] = useState<SubmitError>();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const isBusy = useRef(false);

  const submit = async (submission: Submission) => {
    // State changes too late for a second click before the next render.
    if (isBusy.current) return;
    isBusy.current = true;
    setIsSubmitting(true);
    setSubmitError(undefined);
    const saving = await loadSaving().catch(() => undefined);
    try {
      if (!saving) throw new Error('what saves the form could not be loaded');
      const outcome = await saving.save(editing, submission);
      if (outcome.ok) {
        discardDraft(editing);
        // The button goes away with this page.
        focusContent();
        showToast('Submitted for approval');
        router.push(routes.withdrawal(outcome.value.requestId));
        return;
      }
      setSubmitError(outcome.error);
      onFailure(outcome.error);
    } catch (error) {
      setSubmitError(saving ? saving.explainThrown(error) : { kind: 'unchecked' });
    }
    isBusy.current = false;
    setIsSubmitting(false);
  };
  return { submit, isSubmitting, submitError, setSubmitError };
}
