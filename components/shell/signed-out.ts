/** The key under which a tab remembers that the reader signed out, for the sign-in page to say so. */
export const SIGNED_OUT = 'signed-out';
