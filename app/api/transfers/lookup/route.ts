import { answer } from '@/app/api/answer';
import { lookUpTransfers } from '@/lib/server/transfers/look-up';

const LONGEST_BODY_BYTES = 100_000;

export async function POST(request: Request): Promise<Response> {
  return answer(await lookUpTransfers(await readJson(request)));
}

/** A body as JSON; undefined where it is none, or too long to be read. */
async function readJson({ body }: Request): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    bytes += read.value.byteLength;
    if (bytes > LONGEST_BODY_BYTES) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(read.value);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
