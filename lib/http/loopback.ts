/** Matches host names of this machine, which no other machine can reach or impersonate. */
export const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;
