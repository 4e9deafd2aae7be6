import { endpoint } from '@/lib/http/endpoint';
import type { Denial } from '@/lib/http/denials';
import { type ListedFile, MAX_ATTACHMENT_BYTES } from '@/lib/attachments/limits';
import type { PdfMark } from '@/lib/attachments/pdf-marks';
import type { Result } from '@/lib/result';

/** A stored file. */
export interface StoredFile extends ListedFile {
  id: string;
  /** What a PDF holds besides pages. */
  marks: readonly PdfMark[];
}

/** A file under a request, as the page shows it. */
export interface AttachmentView extends StoredFile {
  personName: string;
  /** When it was uploaded. */
  at: string;
}

/** Reasons why a file was not stored. In each of them, nothing of it was kept. */
export type UploadFailure = Denial | { kind: 'invalid'; reason: string };

/** What the browser offers in its dialog. The server looks at the content. */
export const ACCEPTED_FILES = '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg';

/** Header of an upload with the file's name, percent-encoded. */
export const FILE_NAME_HEADER = 'x-file-name';

export const TOO_LARGE = `The file is larger than ${MAX_ATTACHMENT_BYTES / 1024 / 1024} MB.`;

/** Takes the bytes of one file, and answers with the ID under which a request can have it. */
export const uploadEndpoint = endpoint<Result<StoredFile, UploadFailure>>({ members: ['ok'] })(
  () => '/api/withdrawals/attachments',
);

/** Address of a file under a request, for a download. */
export function attachmentPath(requestId: string, attachmentId: string): string {
  return `/api/withdrawals/${encodeURIComponent(requestId)}/attachments/${encodeURIComponent(attachmentId)}`;
}
