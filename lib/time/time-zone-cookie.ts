/** The cookie in which the browser tells its time zone, an IANA name. It lasts as long as the browser is open. */
export const TIME_ZONE_COOKIE = '__Host-time-zone';
