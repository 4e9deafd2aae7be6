import { Notice } from '@/components/ui/notice';

/** Says that a page that updates by itself could not be updated, and that the console keeps trying. */
export function StaleDataNotice() {
  return (
    <Notice look="warn" title="This page could not be updated">
      <p>
        The information below may be out of date. The console keeps trying. If your session has ended, reload the page
        to sign in.
      </p>
    </Notice>
  );
}
