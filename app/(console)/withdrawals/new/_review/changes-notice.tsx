import { comparedWith, type Editing } from '@/app/(console)/withdrawals/new/editing';
import { Notice } from '@/components/ui/notice';
import { BodyChangeList } from '@/components/withdrawals/body-change-list';
import { findFormChanges, type FilledForm, isComparable } from '@/app/(console)/withdrawals/new/_review/find-changes';

interface ChangesNoticeProps extends FilledForm {
  editing: Editing;
  formKey: string;
}

/**
 * What the requester changed against the version that came back, or that is amended; a warning where that is nothing.
 * Empty for a new withdrawal.
 */
export function ChangesNotice({ editing, formKey, ...after }: ChangesNoticeProps) {
  const before = comparedWith(editing);
  if (!before || !isComparable(before)) return null;
  const changes = findFormChanges(before, after, { formKey, beneficiaryMode: editing.registry.beneficiary });
  if (changes.length > 0)
    return (
      <Notice look="info" title={`Changed from ${before.name}`}>
        <BodyChangeList changes={changes} />
      </Notice>
    );
  return editing.returnReason === undefined ? (
    <p className="text-dim">Nothing has changed from {before.name}.</p>
  ) : (
    <Notice look="warn" title={`Nothing has changed from ${before.name}`}>
      <p>Correct what the reason above names, or answer it in the note.</p>
    </Notice>
  );
}
