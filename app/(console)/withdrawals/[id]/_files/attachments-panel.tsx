'use client';

import { Suspense, useState } from 'react';
import { ChangeFilesDialog, RemoveFileDialog } from '@/app/(console)/withdrawals/[id]/_files/change-files-dialog';
import { FileLine, FileList, fileNameId, NotScanned } from '@/components/attachments/file-list';
import { Button, buttonClass } from '@/components/ui/button';
import { Fact } from '@/components/ui/facts';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { attachmentPath, type AttachmentView } from '@/lib/attachments/contract';
import { MAX_ATTACHMENTS } from '@/lib/attachments/limits';
import type { RequestView } from '@/lib/requests/request-view';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

// With the code that draws PDFs: loaded when a person looks at a file.
const FileViewer = lazyWithRetry(async () => ({
  default: (await import('@/app/(console)/withdrawals/[id]/_files/file-viewer')).FileViewer,
}));

interface AttachmentsPanelProps {
  request: RequestView;
  onChanged: () => Promise<unknown>;
}

/** The row of the files under the current version. Its requester can change them while it awaits approval. */
export function AttachmentsPanel({ request, onChanged }: AttachmentsPanelProps) {
  const [viewed, setViewed] = useState<AttachmentView>();
  const [change, setChange] = useState<'attach' | AttachmentView>();
  const { attachments, isMine, state, denialReason } = request;
  const canChange = isMine && state === 'AWAITING_APPROVAL' && denialReason.amend === null;
  if (attachments.length === 0 && !canChange) return null;
  const close = () => {
    setChange(undefined);
    void onChanged();
  };
  return (
    <Fact name="Files">
      <section aria-label="Attachments">
        {attachments.length > 0 && (
          <FileList>
            {attachments.map((file, index) => (
              <FileLine
                key={file.id}
                file={file}
                about={
                  <>
                    attached by <UntrustedText text={file.personName} limit={80} />, <Time iso={file.at} />
                  </>
                }
              >
                <Button className={SMALL} aria-describedby={fileNameId(file)} onClick={() => setViewed(file)}>
                  View file {index + 1}
                </Button>
                {/* No Link: prefetching the file would record a download. */}
                <a
                  href={attachmentPath(request.id, file.id)}
                  download
                  aria-describedby={fileNameId(file)}
                  className={buttonClass('plain', SMALL)}
                >
                  Download file {index + 1}
                </a>
                {canChange && (
                  <Button
                    look="danger"
                    className={SMALL}
                    aria-describedby={fileNameId(file)}
                    onClick={() => setChange(file)}
                  >
                    Remove file {index + 1}
                  </Button>
                )}
              </FileLine>
            ))}
          </FileList>
        )}
        {attachments.length > 0 && <NotScanned />}
        {canChange && attachments.length < MAX_ATTACHMENTS && (
          <Button className={`${SMALL} print:hidden`} onClick={() => setChange('attach')}>
            Attach a file
          </Button>
        )}
      </section>
      {viewed && (
        <Suspense>
          <FileViewer requestId={request.id} file={viewed} onClose={() => setViewed(undefined)} />
        </Suspense>
      )}
      {change === 'attach' && <ChangeFilesDialog request={request} onClose={close} />}
      {change !== undefined && change !== 'attach' && (
        <RemoveFileDialog request={request} file={change} onClose={close} />
      )}
    </Fact>
  );
}

const SMALL = 'min-h-8 px-2.5 py-1 text-label';
