'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { deleteTemplateAction } from '@/app/(console)/withdrawals/_templates/actions';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/dialog';
import { readableText } from '@/components/values/untrusted-text';
import type { Explanation } from '@/lib/http/problems';
import { explainTemplateFailure, type TemplateView } from '@/lib/templates/contract';

/** Button that deletes a template, after asking once more. */
export function DeleteTemplate({ template }: { template: Pick<TemplateView, 'id' | 'title' | 'isMine'> }) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const title = readableText(template.title);
  const remove = async () => {
    setIsBusy(true);
    try {
      const outcome = await callAction(deleteTemplateAction, { templateId: template.id });
      if (outcome.ok) {
        setIsOpen(false);
        router.refresh();
        return;
      }
      setFailure(explainTemplateFailure(outcome.error));
    } catch {
      setFailure(NOT_ANSWERED);
    }
    setIsBusy(false);
  };
  return (
    <>
      <Button look="quiet" aria-label={`Delete ${title}`} onClick={() => setIsOpen(true)}>
        Delete
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={`Delete “${title}”?`}
          confirmLabel="Delete"
          look="danger"
          isBusy={isBusy}
          error={failure && <ExplanationNotice explanation={failure} />}
          onConfirm={() => void remove()}
          onClose={() => setIsOpen(false)}
        >
          <p>
            {template.isMine
              ? 'Withdrawals that were requested from this template stay as they are.'
              : 'Everyone loses this shared template. Withdrawals that were requested from it stay as they are.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const NOT_ANSWERED: Explanation = {
  title: 'The console did not answer, so it is not known whether the template was deleted',
  detail: 'Nothing was sent.',
  next: 'Load the page again.',
};
