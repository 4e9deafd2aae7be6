/** How recent a sign-in must be to approve, in minutes. */
export const FRESH_SIGN_IN_MINUTES = 5;

/**
 * Stands for a sign-in whose time the identity provider did not state (`auth_time`), which counts as long ago: nobody
 * approves by it. A provider must state the time where a maximum age is asked for (OpenID Connect Core 1.0, 2).
 */
export const UNKNOWN_SIGN_IN_TIME = new Date(0);

/** Returns whether the identity provider stated the time of a sign-in. */
export const isSignInTimeKnown = (authenticatedAt: Date) =>
  authenticatedAt.getTime() !== UNKNOWN_SIGN_IN_TIME.getTime();

/** Sign-ins of the last day, as administrators see them on the Status page. */
export interface SignInTimes {
  total: number;
  /** Number of sign-ins whose time the provider did not state. */
  withoutTime: number;
  /** Time of the last of these, ISO 8601. */
  lastWithoutTime: string;
}
