// @ts-check
// When the maintainers of Node stop mending a release: https://github.com/nodejs/release#release-schedule
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
 * Says so where this release of Node gets no security fixes any more.
 *
 * @param {string} version such as 20.19.0
 * @param {Date} now
 */
export function warnOfOldNode(version, now) {
  const end = END_OF_LIFE[Number.parseInt(version, 10)];
  if (end !== undefined && now >= new Date(end)) {
    process.stderr.write(
      `Node ${version} is past its end of life (${end}) and gets no security fixes; a newer one is advised.\n`,
    );
  }
}
