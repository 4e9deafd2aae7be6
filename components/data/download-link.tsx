'use client';

import { type MouseEvent, useState } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainError } from '@/components/data/fetch-json';
import { readDownload } from '@/components/data/read-download';
import { saveFile } from '@/components/data/save-file';
import { Button, buttonClass } from '@/components/ui/button';
import type { Explanation } from '@/lib/http/problems';

interface DownloadLinkProps {
  /** The file on the console's own server. */
  href: string;
  look?: 'plain' | 'primary' | 'quiet';
  /** The text of the link, such as "Download PDF". */
  label: string;
  /** The name of the link, where the label is short beside another one; it contains the label. */
  name?: string;
}

/**
 * A link that saves a file, and explains beside itself why there is none, with "Try again". Without script, and with a
 * key for a new tab, it is a plain link. Is part of a row that wraps.
 */
export function DownloadLink({ href, look = 'plain', label, name }: DownloadLinkProps) {
  const [isReading, setIsReading] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const save = async () => {
    setIsReading(true);
    setFailure(undefined);
    try {
      const { file, name: fileName } = await readDownload(href);
      saveFile(file, fileName);
    } catch (error) {
      setFailure(explainError(error instanceof Error ? error : new Error(String(error))));
    } finally {
      setIsReading(false);
    }
  };
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isReading) void save();
  };
  return (
    <>
      <a href={href} download aria-label={name} aria-busy={isReading} onClick={onClick} className={buttonClass(look)}>
        {label}
      </a>
      {isReading && (
        <p role="status" className="text-label text-dim">
          Making the file…
        </p>
      )}
      {failure && (
        <div className="w-full basis-full">
          <ExplanationNotice explanation={failure} isUrgent>
            <p>No file was saved.</p>
            <Button className="mt-2" onClick={() => void save()}>
              Try again
            </Button>
          </ExplanationNotice>
        </div>
      )}
    </>
  );
}
