import type { Denial } from '@/lib/http/denials';
import { MAX_ATTACHMENT_BYTES } from '@/lib/attachments/limits';
import type { ListedFile } from '@/lib/proof/attachments';

/** A stored file. */
export interface StoredFile extends ListedFile {
  id: string;
}

/** A file under a request, as the page shows it. */
export interface AttachmentView extends StoredFile {
  personName: string;
  /** When it was uploaded. */
  at: string;
}

/** Reasons why a file was not stored. In each of them, nothing of it was kept. */
export type UploadFailure = Denial | { kind: 'invalid'; reason: string };

/** Header of an upload with the file's name, percent-encoded. */
export const FILE_NAME_HEADER = 'x-file-name';

export const TOO_LARGE = `The file is larger than ${MAX_ATTACHMENT_BYTES / 1024 / 1024} MB.`;
