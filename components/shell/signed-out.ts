/** The key under which a tab remembers that the reader signed out, for the sign-in page to say so. */
export const SIGNED_OUT = 'signed-out';

/** Tells whether the reader signed out in this tab and did not sign in again since. */
export function hasSignedOut(): boolean {
  try {
    return sessionStorage.getItem(SIGNED_OUT) !== null;
  } catch {
    return false;
  }
}

/** Forgets that the reader signed out. */
export function forgetSignedOut(): void {
  try {
    sessionStorage.removeItem(SIGNED_OUT);
  } catch {
    // Nothing was stored.
  }
}
