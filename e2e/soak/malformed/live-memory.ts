import { once } from 'node:events';
import { WebSocket } from 'undici';
import { z } from 'zod';

const targetsSchema = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })]);
const answerSchema = z.object({ id: z.number(), result: z.object({ usedSize: z.number().optional() }) });

/**
 * The bytes that the objects of a process take which something still refers to, after a full collection: resident memory is
 * mostly garbage that goes when it suits the engine. `inspectorUrl`: where a process started with --inspect answers
 * (https://chromedevtools.github.io/devtools-protocol/v8). Throws where it does not.
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
