import { startPart, type PartOptions } from '@/scripts/stack/part';

/** Runs a command and returns its exit code. If the signal aborts, stops the command and throws. */
export async function runCommand({ signal, ...options }: PartOptions & { signal?: AbortSignal }): Promise<number> {
  signal?.throwIfAborted();
  const part = startPart(options);
  const stop = () => void part.stop();
  signal?.addEventListener('abort', stop);
  const code = await part.ended;
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  return code ?? 1;
}
