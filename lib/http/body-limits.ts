/**
 * The largest bodies that routes read, in bytes. The request guard refuses larger ones by their length, before a route
 * is called (server/request-policy.mjs, which cannot import this file, has the same numbers; a test compares them).
 */
export const BODY_LIMITS = {
  /** A sheet of a thousand rows, or a proposal of as many entries. */
  sheet: 1024 * 1024,
  bulkLookup: 256 * 1024,
  /** A file of 10 MB, and some more, so that the route can say that a larger one is too large. */
  attachment: 10304 * 1024,
} as const;
