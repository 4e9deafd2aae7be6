import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * Deletes every file `.env*` below a directory, and returns their paths. `next build` copies those of the machine that
 * builds into its output, credentials included.
 *
 * @param {string} directory
 */
export function deleteEnvironmentFiles(directory) {
  if (!existsSync(directory)) return [];
  const found = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.startsWith('.env') && !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of found) rmSync(file);
  return found;
}
