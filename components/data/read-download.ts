import { ReadError, readErrorOf, UNREACHED } from '@/components/data/fetch-json';

/** A file of the console's own server, with the name that the server gave it. */
export interface Download {
  file: Blob;
  name: string;
}

const FILE_NAME = /filename="([^"]+)"/;

/**
 * Reads a file of the console's own server whole. Throws a ReadError if the server refuses it, cannot be reached, or
 * answers with anything but an attachment, such as the page to sign in; nothing is saved then.
 */
export async function readDownload(path: string): Promise<Download> {
  const response = await fetch(path).catch(() => undefined);
  if (!response) throw new ReadError(0, UNREACHED);
  if (!response.ok) throw await readErrorOf(response);
  const name = FILE_NAME.exec(response.headers.get('content-disposition') ?? '')?.[1];
  if (name === undefined) throw await readErrorOf(response);
  const file = await response.blob().catch(() => undefined);
  // The connection broke within the file.
  if (!file) throw new ReadError(0, UNREACHED);
  return { file, name };
}
