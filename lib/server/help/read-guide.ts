import 'server-only';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Guide } from '@/lib/help/guides';

/** Reads a guide of docs/guide as Markdown. The production build carries the files (next.config.mjs). */
export async function readGuide({ id }: Guide): Promise<string> {
  return readFile(path.resolve('docs/guide', `${id}.md`), 'utf8');
}
