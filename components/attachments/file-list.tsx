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
  /** Says more of the file, below its first line. */
  about?: ReactNode;
  /** Buttons, each numbered in its label and described by `fileNameId`. */
  children?: ReactNode;
}

/** Shows a file with type, size and the beginning of its hash. */
export function FileLine({ file, about, children }: FileLineProps) {
  const { name, type, size, sha256, marks } = file;
  const described = describePdfMarks(marks);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p id={fileNameId(file)} className="font-medium">
          <UntrustedText text={name} />
        </p>
        <p className="text-label text-dim">
          {nameFileType(type)}, {formatFileSize(size)}, SHA-256{' '}
          <span className="font-mono">{sha256.slice(0, 12)}…</span>
        </p>
        {described !== undefined && (
          <p className="text-label">
            <strong>{described}</strong> Do not open it outside of this page unless you expect that.
          </p>
        )}
        {about !== undefined && <p className="text-label text-dim">{about}</p>}
      </div>
      {children !== undefined && <div className="flex flex-wrap gap-2 print:hidden">{children}</div>}
    </li>
  );
}

/** Says what was not done with the files of a list. */
export function NotScanned() {
  return (
    <p className="mt-1 text-label text-dim">
      Not scanned for malware. Pictures were decoded; a PDF may hold more than what is named here.
    </p>
  );
}

/** Gives the id of the element with a file's name. */
export function fileNameId({ id }: Pick<StoredFile, 'id'>): string {
  return `file-${id}`;
}

/** Lists the names of files with the beginning of their hash, where the files themselves are elsewhere on the page. */
export function FileNames({ files }: { files: readonly StoredFile[] }) {
  return (
    <ul className="mt-1 list-disc pl-5">
      {files.map(({ id, name, sha256 }) => (
        <li key={id}>
          <UntrustedText text={name} /> <span className="font-mono text-label text-dim">{sha256.slice(0, 12)}…</span>
        </li>
      ))}
    </ul>
  );
}
