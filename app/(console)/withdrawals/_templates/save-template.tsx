'use client';

import { Suspense, useState } from 'react';
import type { TemplateSource } from '@/app/(console)/withdrawals/_templates/save-template-dialog';
import { lazyPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';

const SaveTemplateDialog = lazyPart(
  async () => (await import('@/app/(console)/withdrawals/_templates/save-template-dialog')).SaveTemplateDialog,
);

/** Button that saves a request, or the form as it is filled in, as a template. `read` is called when it is saved. */
export function SaveTemplate({ read }: { read: () => TemplateSource }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Save as template</Button>
      <span role="status" className="text-label text-dim empty:hidden">
        {isSaved && (
          <>
            Template saved.{' '}
            <Link className="underline" href={routes.templates}>
              View templates
            </Link>
          </>
        )}
      </span>
      {isOpen && (
        <Suspense>
          <SaveTemplateDialog read={read} onSaved={() => setIsSaved(true)} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
