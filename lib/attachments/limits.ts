/** Media types of attachments. */
export const ATTACHMENT_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type AttachmentType = (typeof ATTACHMENT_TYPES)[number];

/** A file as the signed list of a request names it (lib/proof/statements/attachments.ts). */
export interface ListedFile {
  name: string;
  sha256: string;
  /** Its bytes. */
  size: number;
  type: AttachmentType;
}

/** The most files of one version of a request. */
export const MAX_ATTACHMENTS = 5;
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;
export const MAX_ATTACHMENT_NAME = 120;
/** The most points of a picture: more than the scan of a page at 600 dots an inch. */
export const MAX_PICTURE_PIXELS = 40_000_000;
