import { startPart, type PartOptions } from '@/scripts/stack/part';

/** Runs a command to its end and answers its exit code; where it is called off, the command is stopped and this throws. */
export async function runCommand(
  name: string,
  command: string,
  args: string[],
  options: PartOptions & { signal?: AbortSignal } = {},
): Promise<number> {
  const { signal, ...rest } = options;
  signal?.throwIfAborted();
  const part = startPart(name, command, args, rest);
  const stop = () => void part.stop();
  signal?.addEventListener('abort', stop);
  const code = await part.ended;
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  return code ?? 1;
}
