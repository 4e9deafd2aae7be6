import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

/** A regular expression that is written out in a source of the console. */
export interface WrittenPattern {
  file: string;
  pattern: RegExp;
}

const SOURCE_FOLDERS = ['app', 'components', 'lib', 'server'];

/** Lists every regular expression literal of the console's own sources, tests apart. */
export function listPatterns(): WrittenPattern[] {
  return SOURCE_FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file))
      .flatMap((file) => readPatterns(path.join(folder, file))),
  );
}

function readPatterns(file: string): WrittenPattern[] {
  const found: WrittenPattern[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || node instanceof RegExp) return;
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex) found.push({ file, pattern: new RegExp(regex.pattern, regex.flags) });
    for (const member of Object.values(node)) visit(member);
  };
  visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}
