import type { StoredFile } from '@/lib/attachments/contract';
import { surely } from '@/scripts/testing/results';
import { uploadAttachment } from '@/lib/server/attachments/upload';

/** Gives bytes as the body of a request, in parts of any size. */
export function streamOf(file: Uint8Array, partBytes = 65_536): ReadableStream<Uint8Array> {
  let from = 0;
  return new ReadableStream({
    pull(controller) {
      if (from >= file.length) return controller.close();
      controller.enqueue(file.subarray(from, from + partBytes));
      from += partBytes;
    },
  });
}

/** Uploads a file as the caller; throws where it is refused. */
export async function uploadFile(name: string, file: Uint8Array): Promise<StoredFile> {
  const uploaded = surely(await uploadAttachment(encodeURIComponent(name), streamOf(file)));
  return uploaded;
}
