import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { containersOf, readKustomization } from '@/scripts/deployment/read-files';

/** The user of the image (USER in the Containerfile), whom only root can act as; otherwise nobody else. */
export const imageUser = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

/** Copies the files of the image into a directory, by carrying out the COPY lines of the Containerfile. */
export function unpackImage(directory: string): void {
  for (const [, from = '', to = ''] of readFileSync('Containerfile', 'utf8').matchAll(
    /^COPY --from=build \/console\/(\S+) (\S+)$/gm,
  )) {
    cpSync(from, path.join(directory, to), { recursive: true });
  }
}

/** Lists the files of a directory, each with the time of its last change. */
export function listFiles(directory: string): string[] {
  const files = readdirSync(directory, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => `${parentPath}/${name} ${statSync(path.join(parentPath, name)).mtimeMs}`);
}

/** Writes what a pod has as files into a directory, and gives the environment that names them. */
export function toSecretFiles(given: Record<string, string>, directory: string): Record<string, string> {
  mkdirSync(directory, { recursive: true });
  const { manifests } = readKustomization();
  const names = manifests.flatMap((manifest) => [
    ...Object.keys(manifest.data ?? {}),
    ...containersOf(manifest).flatMap(({ env = [] }) => env.map(({ name }) => name)),
  ]);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      // An empty file would be refused.
      if (value === '' || !names.includes(`${name}_FILE`)) return [name, value];
      writeFileSync(path.join(directory, name), value);
      return [`${name}_FILE`, path.join(directory, name)];
    }),
  );
}
