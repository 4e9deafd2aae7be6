// As for everything that comes in (server/request-policy.mjs).
const LONGEST_BYTES = 1024 * 1024;

/** The body of a request as JSON; undefined where it is none, or longer than so many bytes. */
export async function readJson({ body }: Request, longestBytes = LONGEST_BYTES): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    bytes += read.value.byteLength;
    if (bytes > longestBytes) {
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
