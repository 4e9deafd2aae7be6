/**
 * The cookie in which the browser tells its time zone, an IANA name; its prefix is as lib/http/cookie-names.ts says. It
 * lasts as long as the browser is open.
 */
export const TIME_ZONE_COOKIE = 'time-zone';
