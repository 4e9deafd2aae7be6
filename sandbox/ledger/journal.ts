import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** An append-only file of JSON lines. `append` returns after the line is in the file, so the line survives a kill. */
export interface Journal {
  /** The lines that were in the file when it was opened. */
  entries: unknown[];
  append: (entry: unknown) => void;
  close: () => void;
}

/**
 * Opens a journal and creates the file if there is none. Cuts off a last line without a line end: a crash tore it
 * before its call was answered.
 */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a+');
  const content = readFileSync(path);
  const whole = content.lastIndexOf('\n') + 1;
  if (whole < content.length) ftruncateSync(file, whole);
  const lines = content.toString('utf8', 0, whole).split('\n').slice(0, -1);
  return {
    entries: lines.map((line) => JSON.parse(line) as unknown),
    append: (entry) => {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      for (let written = 0; written < line.length;) written += writeSync(file, line, written);
    },
    close: () => {
      fsyncSync(file);
      closeSync(file);
    },
  };
}
