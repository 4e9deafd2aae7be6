import { useRef, useState } from 'react';
import { ok, type Result } from '@/lib/result';
import type { FactSentence } from '@/lib/sheets/describe-facts';
import type { SheetAnswers, SheetFile, SheetQuestion } from '@/lib/sheets/sheet-file';

/** What is read of a file with the answers so far. */
interface FileReading<Value> {
  questions: readonly SheetQuestion[];
  facts: readonly FactSentence[];
  value: Result<Value, string> | undefined;
}

type ReadFile<Value> = (file: SheetFile, answers: SheetAnswers) => FileReading<Value>;

interface SheetFileOptions<Value> {
  /** Loads what reads a file, which a page needs only once there is one. */
  load: () => Promise<ReadFile<Value>>;
  /** Takes what was read; gives why it cannot be used. */
  onRead: (value: Value, from: { name: string; reading: FileReading<Value> }) => string | undefined;
}

/**
 * State of a file from its choice to its rows: what is open is asked first; what leaves nothing open is handed on at
 * once. `error`: why the last file, or the last pasted text, could not be read.
 */
export function useSheetFile<Value>({ load, onRead }: SheetFileOptions<Value>) {
  const [opened, setOpened] = useState<{ file: SheetFile; name: string; read: ReadFile<Value> }>();
  const [answers, setAnswers] = useState<SheetAnswers>({});
  const [error, setError] = useState<string>();
  const [isReading, setIsReading] = useState(false);
  // A file that was chosen later counts, whichever is read first.
  const turn = useRef(0);

  const handOn = (value: Value, from: { name: string; reading: FileReading<Value> }) => {
    setOpened(undefined);
    setError(onRead(value, from));
  };
  const open = (found: Result<SheetFile, string>, name: string, read: ReadFile<Value>) => {
    setOpened(undefined);
    setAnswers({});
    if (!found.ok) return setError(found.error);
    const reading = read(found.value, {});
    setError(undefined);
    const isOpen = reading.questions.length > 0 || reading.facts.some(({ isCalm }) => !isCalm);
    if (isOpen) setOpened({ file: found.value, name, read });
    else if (reading.value?.ok) handOn(reading.value.value, { name, reading });
    else setError(reading.value?.error);
  };
  const take = async (name: string, find: () => Promise<Result<SheetFile, string>>) => {
    turn.current += 1;
    const mine = turn.current;
    setIsReading(true);
    try {
      const [found, read] = await Promise.all([find(), load()]);
      if (mine === turn.current) open(found, name, read);
    } catch {
      if (mine === turn.current) setError('The console did not answer. Try again, or reload the page.');
    }
    if (mine === turn.current) setIsReading(false);
  };
  const reading = opened?.read(opened.file, answers);
  const value = reading?.value;
  return {
    error,
    isReading,
    takeFile: (file: File | undefined) =>
      file &&
      void take(file.name, async () => {
        const { readSheetFile } = await import('@/components/sheets/read-file');
        return readSheetFile(file);
      }),
    takeText: (text: string, name: string) => void take(name, async () => ok({ kind: 'text', text })),
    /** What is asked of the open file; undefined where no file is. */
    asked: opened &&
      reading && {
        fileName: opened.name,
        questions: reading.questions,
        facts: reading.facts,
        error: value && !value.ok ? value.error : undefined,
        isAnswered: value?.ok === true,
        onAnswer: (id: string, chosen: string) => setAnswers((given) => ({ ...given, [id]: chosen })),
        onContinue: () => value?.ok && handOn(value.value, { name: opened.name, reading }),
        onCancel: () => setOpened(undefined),
      },
  };
}
