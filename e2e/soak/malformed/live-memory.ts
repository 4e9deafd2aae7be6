import { once } from 'node:events';
import { WebSocket } from 'undici';
import { z } from 'zod';

const targetsSchema = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]);
const answerSchema = z.object({ id: z.number(), result: z.object({ usedSize: z.number().optional() }) });

/**
 * Measures the bytes of live objects in a process after a full garbage collection; resident memory is mostly garbage
 * that the engine frees when convenient. `inspectorUrl` is the address of a process that was started with --inspect
 * (https://chromedevtools.github.io/devtools-protocol/v8). Throws an error if the inspector does not answer.
 */
export async function measureLiveMemory(inspectorUrl: string): Promise<number> {
  const [{ webSocketDebuggerUrl }] = targetsSchema.parse(await (await fetch(`${inspectorUrl}/json`)).json());
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  const call = async (id: number, method: string) => {
    const answered = once(socket, 'message');
    socket.send(JSON.stringify({ id, method }));
    const [event] = (await answered) as [MessageEvent<string>];
    return answerSchema.parse(JSON.parse(event.data)).result;
  };
  await call(1, 'HeapProfiler.collectGarbage');
  const { usedSize } = await call(2, 'Runtime.getHeapUsage');
  socket.close();
  if (usedSize === undefined) throw new Error('the process does not say what its heap holds');
  return usedSize;
}
