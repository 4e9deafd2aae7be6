import { ReadError, UNREACHED } from '@/components/data/fetch-json';
import { sendForResult } from '@/components/data/post-for-result';
import {
  FILE_NAME_HEADER,
  type StoredFile,
  TOO_LARGE,
  uploadEndpoint,
  type UploadFailure,
} from '@/lib/attachments/contract';
import { MAX_ATTACHMENT_BYTES } from '@/lib/attachments/limits';
import { explainDenial, isDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import { fail, type Result } from '@/lib/result';

const NOT_ATTACHED = 'The file was not attached.';

/** Uploads a file, which a request can have afterwards, or explains why it was not taken. */
export async function uploadFile(file: File): Promise<Result<StoredFile, Explanation>> {
  if (file.size > MAX_ATTACHMENT_BYTES) return fail(explain({ kind: 'invalid', reason: TOO_LARGE }));
  try {
    const uploaded = await sendForResult(uploadEndpoint(), {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        [FILE_NAME_HEADER]: encodeURIComponent(file.name.toWellFormed()),
      },
      body: file,
    });
    return uploaded.ok ? uploaded : fail(explain(uploaded.error));
  } catch (error) {
    return fail(error instanceof ReadError ? error.explanation : { ...UNREACHED, detail: NOT_ATTACHED });
  }
}

function explain(failure: UploadFailure): Explanation {
  if (isDenial(failure)) return explainDenial(failure, NOT_ATTACHED);
  return { title: failure.reason, detail: NOT_ATTACHED, next: 'Choose a PDF, PNG or JPEG of at most 10 MB.' };
}
