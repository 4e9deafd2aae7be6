import { click } from '@/scripts/stack/actions';
import { Member } from '@/scripts/stack/member';

/** What a person of the demo does at the console. A test gives people who call the same code without a server. */
export interface DeskPerson {
  /** Calls a server action from a page that contains it, and gives its result. */
  act: (call: { page: string; action: string; input: unknown }) => Promise<unknown>;
  /** Calls a route of the console, and gives what it answers as JSON. */
  ask: (path: string, posted?: { headers: Record<string, string>; body: string | Buffer }) => Promise<unknown>;
}

/**
 * Signs a person of the sandbox in at a console over HTTP, as a browser does. Throws an error where that fails; each
 * call throws one once the signal aborts.
 */
export async function signInAtDesk(
  consoleUrl: string,
  name: string,
  signal: AbortSignal,
): Promise<DeskPerson & { signOut: () => Promise<unknown> }> {
  const member = new Member(name, consoleUrl);
  const { status } = await member.signIn();
  if (!member.isSignedIn) throw new Error(`${name} could not sign in; the console answered ${status}`);
  return {
    act: async (call) => {
      signal.throwIfAborted();
      const { status: answered, value } = await click(member, call);
      if (value === undefined) throw new Error(`${call.action} on ${call.page} was answered ${answered}`);
      return value;
    },
    ask: async (path, posted) => {
      signal.throwIfAborted();
      const answer = await member.ask(path, posted && { method: 'POST', ...posted });
      return JSON.parse(answer.body);
    },
    signOut: () => click(member, { page: '/', action: 'signOutAction', input: null }),
  };
}
