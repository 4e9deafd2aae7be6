import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { signInAtDesk } from '@/scripts/stack/demo/desk-person';
import { makeDesk } from '@/scripts/stack/demo/make-desk';
import { SIGN_IN_NOTES } from '@/scripts/stack/demo/sign-in-notes';
import { signInAll } from '@/scripts/stack/demo/steps';
import type { Stack } from '@/scripts/stack/stack';
import { openStackState, saveStackState } from '@/scripts/stack/stack-state';

// Far more than it takes; a demo never waits for longer.
const LONGEST_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Makes the desk of a demo that has no request yet, once for its data, and lets the sandbox's sign-in page say what
 * there is to see. What fails is printed in one line: the demo goes on without it. Throws only where the signal aborts.
 */
export async function openDesk(stack: Stack, dataDir: string, signal: AbortSignal): Promise<void> {
  try {
    if (openStackState(dataDir).desk === undefined && !(await hasRequests(stack))) {
      // Before the first step: a second start repeats none of them.
      saveStackState(dataDir, { ...openStackState(dataDir), desk: 'begun' });
      await makeDeskAt(stack, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]));
      saveStackState(dataDir, { ...openStackState(dataDir), desk: 'made' });
    }
    if (openStackState(dataDir).desk === 'made') await showNotes(stack);
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`The demo begins without all of its examples: ${reason}.`);
  }
}

async function makeDeskAt({ consoleUrl, sandboxUrl }: Stack, signal: AbortSignal): Promise<void> {
  const people = await signInAll((name) => signInAtDesk(consoleUrl, name, signal));
  try {
    await makeDesk({ people, sandboxUrl, pause: () => delay(PAUSE_MS, undefined, { signal }) });
  } finally {
    await Promise.allSettled(Object.values(people).map(({ signOut }) => signOut()));
  }
}

async function hasRequests({ databaseUrl }: Stack): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query('select from withdrawal_requests limit 1')).rowCount === 1;
  } finally {
    await client.end();
  }
}

async function showNotes({ sandboxUrl }: Stack): Promise<void> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/sign-in-notes`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(SIGN_IN_NOTES),
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to the notes of its sign-in page`);
}
