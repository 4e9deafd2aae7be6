import { Notice } from '@/components/ui/notice';

/** Notice that a part of the form could not be loaded. It is there with the form, as nothing else may be. */
export function UncheckedNotice() {
  return (
    <Notice
      look="bad"
      title="The checks of this form could not be loaded. Nothing was saved and nothing was sent."
      isUrgent
    >
      <p>Reload the page, then continue. Your draft is kept in this tab.</p>
    </Notice>
  );
}
