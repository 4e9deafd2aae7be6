import 'server-only';
import { cache } from 'react';
import { fail, ok, type Result } from '@/lib/result';
import { type Capability, whyNot } from '@/lib/roles';
import { isPolling, readSessionId } from '@/lib/server/people/session-cookie';
import { findPerson, type Person } from '@/lib/server/people/sessions';

/** Why somebody may not. */
export type Denial = { kind: 'signed-out' } | { kind: 'forbidden'; reason: string };

/** Who is signed in, whatever their roles; undefined where nobody is. One look at the session row per request, however many parts of a page ask. */
export const whoIsAsking = cache(async (): Promise<Person | undefined> => {
  const sessionId = await readSessionId();
  return sessionId ? findPerson(sessionId, { isSeen: !(await isPolling()) }) : undefined;
});

/** Who is asking, where they may do this; read from the session row each time, never from the cookie alone. */
export async function authorize(capability: Capability): Promise<Result<Person, Denial>> {
  const person = await whoIsAsking();
  if (!person) return fail({ kind: 'signed-out' });
  const reason = whyNot(capability, person.roles);
  return reason ? fail({ kind: 'forbidden', reason }) : ok(person);
}
