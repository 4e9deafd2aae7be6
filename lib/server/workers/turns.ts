import 'server-only';
import { singleton } from '@/lib/server/runtime/singleton';

// Each takes a processor for seconds, and a few hundred megabytes if it is long.
const MAX_RUNNING = 2;
const MAX_WAITING = 20;
const MAX_WAITING_PER_PERSON = 3;

interface Waiting {
  personId: string;
  start: () => void;
}

const turns = () => singleton('documents.turns', () => ({ running: new Set<string>(), waiting: [] as Waiting[] }));

/**
 * Waits until a person may start a thread in this process, such as one that lays out a PDF: one at a time per person,
 * two at once in all. Returns the function that ends the turn; undefined where too many wait already. Throws if the
 * signal aborts while waiting.
 */
export async function takeTurn(personId: string, signal: AbortSignal): Promise<(() => void) | undefined> {
  signal.throwIfAborted();
  const { running, waiting } = turns();
  const endTurn = () => {
    running.delete(personId);
    startNext();
  };
  if (mayRun(personId)) {
    running.add(personId);
    return endTurn;
  }
  const waitingOfPerson = waiting.filter((turn) => turn.personId === personId).length;
  if (waiting.length >= MAX_WAITING || waitingOfPerson >= MAX_WAITING_PER_PERSON) return undefined;
  await waitForTurn(personId, signal);
  return endTurn;
}

async function waitForTurn(personId: string, signal: AbortSignal): Promise<void> {
  const { waiting } = turns();
  let leave = ignore;
  const started = new Promise<void>((resolve, reject) => {
    const turn = { personId, start: resolve };
    waiting.push(turn);
    leave = () => {
      const place = waiting.indexOf(turn);
      if (place === -1) return;
      waiting.splice(place, 1);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    await started;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function ignore(): void {}

const mayRun = (personId: string) => turns().running.size < MAX_RUNNING && !turns().running.has(personId);

function startNext(): void {
  const { running, waiting } = turns();
  const place = waiting.findIndex(({ personId }) => mayRun(personId));
  if (place === -1) return;
  const [next] = waiting.splice(place, 1);
  if (!next) return;
  running.add(next.personId);
  next.start();
  startNext();
}
