'use client';

import { useEffect, useId, useRef, useState } from 'react';
import { drawFile, type OpenedFile, openFile } from '@/app/(console)/withdrawals/[id]/_files/open-file';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainError } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import { useModal } from '@/components/ui/use-modal';
import { readableText } from '@/components/values/untrusted-text';
import type { StoredFile } from '@/lib/attachments/contract';
import type { Explanation } from '@/lib/http/problems';

interface FileViewerProps {
  requestId: string;
  file: StoredFile;
  onClose: () => void;
}

const UNREADABLE: Explanation = {
  title: 'The file cannot be shown here',
  detail: 'It is damaged, protected by a password, or of a kind that this page does not draw.',
  next: 'Download the file to open it with another program.',
};

/**
 * Draws a file, page by page, as a picture: nothing in it runs, links or loads anything. A PDF is read in a worker
 * without access to the network.
 */
export function FileViewer({ requestId, file, onClose }: FileViewerProps) {
  const dialog = useModal();
  const titleId = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [page, setPage] = useState(1);
  const { opened, failure, setFailure } = useOpenedFile(requestId, file);
  useEffect(() => {
    const target = canvas.current;
    if (!opened || !target) return undefined;
    const drawing = drawFile(opened, { page, canvas: target });
    drawing.done.catch(() => setFailure(UNREADABLE));
    return drawing.cancel;
  }, [opened, page, setFailure]);
  const pages = opened?.pages ?? 1;
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(60rem,calc(100vw-2rem))] overflow-y-auto rounded-panel border border-line bg-panel p-5 text-ink shadow-xl backdrop:bg-black/45"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id={titleId} className="min-w-0 text-heading font-semibold [overflow-wrap:anywhere]">
          <bdi>{readableText(file.name)}</bdi>
        </h2>
        <Button data-autofocus onClick={onClose}>
          Close
        </Button>
      </div>
      <p className="mt-1 text-label text-dim [overflow-wrap:anywhere]">
        SHA-256 <span className="font-mono">{file.sha256}</span>
      </p>
      <div role="alert" className="mt-3 empty:hidden">
        {failure && <ExplanationNotice explanation={failure} />}
      </div>
      {pages > 1 && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            Page before
          </Button>
          <Button disabled={page === pages} onClick={() => setPage(page + 1)}>
            Next page
          </Button>
          <p aria-live="polite" className="text-body">
            Page {page} of {pages}
          </p>
        </div>
      )}
      {!failure && (
        <div aria-busy={!opened} className="mt-3 overflow-x-auto rounded-control border border-line bg-soft p-2">
          <canvas
            ref={canvas}
            role="img"
            aria-label={`Page ${page} as a picture`}
            className="mx-auto block max-w-full bg-white"
          />
        </div>
      )}
    </dialog>
  );
}

function useOpenedFile(requestId: string, file: StoredFile) {
  const [opened, setOpened] = useState<OpenedFile>();
  const [failure, setFailure] = useState<Explanation>();
  useEffect(() => {
    const ending = new AbortController();
    const open = async () => {
      try {
        const found = await openFile(requestId, file, ending.signal);
        if (ending.signal.aborted) found.close();
        else {
          ending.signal.addEventListener('abort', found.close);
          setOpened(found);
        }
      } catch (error) {
        if (ending.signal.aborted) return;
        setFailure(error instanceof Error && error.name === 'ReadError' ? explainError(error) : UNREADABLE);
      }
    };
    void open();
    return () => ending.abort();
  }, [requestId, file]);
  return { opened, failure, setFailure };
}
