// @ts-check
// End of security fixes for each release of Node: https://github.com/nodejs/release#release-schedule
/** @type {Record<number, string>} */
const END_OF_LIFE = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

/**
 * Writes a warning to standard error if this release of Node gets no more security fixes.
 *
 * @param {string} version such as 20.19.0
 * @param {Date} now
 */
export function warnIfNodeIsOutdated(version, now) {
  const end = END_OF_LIFE[Number.parseInt(version, 10)];
  if (end !== undefined && now >= new Date(end)) {
    process.stderr.write(
      `Node ${version} reached its end of life on ${end} and gets no security fixes; install a newer release.\n`,
    );
  }
}
