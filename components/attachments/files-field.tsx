'use client';

import { useId } from 'react';
import { FileLine, FileList, fileNameId, NotScanned } from '@/components/attachments/file-list';
import { useUploads } from '@/components/attachments/use-uploads';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Button } from '@/components/ui/button';
import { describedBy, Field } from '@/components/ui/field';
import { readableText } from '@/components/values/untrusted-text';
import { ACCEPTED_FILES, type StoredFile } from '@/lib/attachments/contract';
import { MAX_ATTACHMENTS } from '@/lib/attachments/limits';

interface FilesFieldProps {
  files: readonly StoredFile[];
  onChange: (files: readonly StoredFile[]) => void;
  /** Called before and after files are uploaded: until then nothing is to be submitted without them. */
  onUploading: (isUploading: boolean) => void;
}

/** Field for the files under a request. They are uploaded at once; the request has them when it is submitted. */
export function FilesField({ files, onChange, onUploading }: FilesFieldProps) {
  const id = useId();
  const { uploading, failure, add } = useUploads({ files, onChange, onUploading });
  const isFull = files.length >= MAX_ATTACHMENTS;
  return (
    <>
      <Field
        id={id}
        label="Attachments (optional, not sent)"
        hint={`PDF, PNG or JPEG, up to 10 MB each, at most ${MAX_ATTACHMENTS}.`}
      >
        <input
          id={id}
          type="file"
          multiple
          accept={ACCEPTED_FILES}
          disabled={isFull || uploading !== undefined}
          aria-describedby={describedBy(id)}
          className="block w-full min-w-0 text-label text-dim file:mr-3 file:min-h-8 file:rounded-control file:border file:border-solid file:border-edge/50 file:bg-panel file:px-2.5 file:text-ink"
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])];
            // Cleared, so that the same file can be chosen again.
            target.value = '';
            void add(chosen);
          }}
        />
      </Field>
      <p aria-live="polite" className="mt-1 text-label text-dim empty:hidden">
        {uploading !== undefined && `Uploading ${readableText(uploading, 80)}…`}
      </p>
      <div role="alert" className="mt-2 empty:hidden">
        {failure && <ExplanationNotice explanation={failure} />}
      </div>
      {files.length > 0 && (
        <FileList>
          {files.map((file, index) => (
            <FileLine key={file.id} file={file}>
              <Button
                aria-describedby={fileNameId(file)}
                onClick={() => onChange(files.filter((other) => other.id !== file.id))}
              >
                Remove file {index + 1}
              </Button>
            </FileLine>
          ))}
        </FileList>
      )}
      {files.length > 0 && <NotScanned />}
    </>
  );
}
