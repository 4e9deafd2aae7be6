import type { ReactNode } from 'react';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { StoredFile } from '@/lib/attachments/contract';
import { describePdfMarks } from '@/lib/attachments/pdf-marks';
import { formatFileSize, nameFileType } from '@/lib/attachments/format-file';

/** List of files; its children are `FileLine`s. */
export function FileList({ children }: { children: ReactNode }) {
  return <ol className="divide-y divide-line">{children}</ol>;
}

interface FileLineProps {
  file: StoredFile;
  /** Says who attached the file, and when. */
  about?: ReactNode;
  /** Buttons, each numbered in its label and described by `fileNameId`. */
  children?: ReactNode;
}

/** Shows a file with type and size. */
export function FileLine({ file, about, children }: FileLineProps) {
  const { name, type, size, marks } = file;
  const described = describePdfMarks(marks);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p id={fileNameId(file)} className="font-medium">
          <UntrustedText text={name} />
        </p>
        <p className="text-label text-dim">
          {nameFileType(type)}, {formatFileSize(size)}
          {about !== undefined && <>, {about}</>}
        </p>
        {described !== undefined && (
          <p className="text-label">
            <strong>{described}</strong> Do not open it outside of this page unless you expect that.
          </p>
        )}
      </div>
      {children !== undefined && <div className="flex flex-wrap gap-2 print:hidden">{children}</div>}
    </li>
  );
}

/** Says what was not done with the files of a list. */
export function NotScanned() {
  return <p className="mt-1 text-label text-dim">Not scanned for malware.</p>;
}

/** Gives the id of the element with a file's name. */
export function fileNameId({ id }: Pick<StoredFile, 'id'>): string {
  return `file-${id}`;
}

/** Lists the names of files, where the files themselves are elsewhere on the page. */
export function FileNames({ files }: { files: readonly StoredFile[] }) {
  return (
    <ul className="mt-1 list-disc pl-5">
      {files.map(({ id, name }) => (
        <li key={id}>
          <UntrustedText text={name} />
        </li>
      ))}
    </ul>
  );
}
