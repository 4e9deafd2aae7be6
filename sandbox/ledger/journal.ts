import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** An append-only file of JSON lines. What `append` was given is in the file when it returns, whatever happens to the process next. */
export interface Journal {
  /** The lines that were there when it was opened. */
  entries: unknown[];
  append: (entry: unknown) => void;
  close: () => void;
}

/** Opens a journal, making the file where there is none. A last line without its line end was torn by a crash: nobody was answered, so it is cut off. */
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
