/** Who sends the request in hand, and from where: what `cookies` and `headers` of next/headers give in a test. */
interface Caller {
  /** The session that the cookie carries; undefined: no cookie. */
  sessionId: string | undefined;
  /** Cookies besides the session's, by name. */
  cookies: Readonly<Record<string, string>>;
  /** The address that the request guard saw. */
  address: string | null;
  /** The browser's name for itself. */
  agent: string | null;
  /** Set where a page asks by itself and nobody is known to sit before it. */
  isPolling: boolean;
}

const NOBODY: Caller = { sessionId: undefined, cookies: {}, address: '10.0.0.9', agent: 'test', isPolling: false };

/** The caller of the functions under test: assign its members to act as a person. Nobody is signed in at first. */
export const caller: Caller = { ...NOBODY };

/** Makes a person the caller; undefined: nobody is signed in. */
export function as(person: { sessionId: string } | undefined): void {
  caller.sessionId = person?.sessionId;
}

/** Signs the caller out, as at the beginning of a test file. */
export function resetCaller(): void {
  Object.assign(caller, NOBODY);
}
