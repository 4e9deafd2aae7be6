import { ok, type Result } from '@/lib/result';
import { pickTermColumn, readTermColumn } from '@/lib/search/term-column';
import { decodeChosen } from '@/lib/sheets/decode-text';
import { describeFacts, type FactSentence } from '@/lib/sheets/describe-facts';
import { askEncoding, readWorkbookLines } from '@/lib/sheets/read-lines';
import type { SheetAnswers, SheetFile, SheetQuestion } from '@/lib/sheets/sheet-file';

/** The terms of a file to look up, as far as the answers go. */
interface TermsReading {
  questions: readonly SheetQuestion[];
  facts: readonly FactSentence[];
  value: Result<string[], string> | undefined;
}

/** Reads the terms to look up from a file: the column that lib/search/term-column picks. */
export function readTerms(file: SheetFile, answers: SheetAnswers): TermsReading {
  switch (file.kind) {
    case 'text':
      return { questions: [], facts: [], value: ok(readTermColumn(file.text)) };
    case 'bytes': {
      const text = decodeChosen(file.bytes, answers.encoding);
      const value = text === undefined ? undefined : ok(readTermColumn(text));
      return { questions: [askEncoding(file.encodings, answers)], facts: [], value };
    }
    case 'workbook': {
      const { questions, facts, lines } = readWorkbookLines(file.workbook, answers);
      const isOpen = questions.some(({ chosen }) => chosen === undefined);
      const terms = lines?.ok ? ok(pickTermColumn(lines.value.map(({ cells }) => cells))) : lines;
      return { questions, facts: describeFacts(facts), value: isOpen && terms?.ok !== false ? undefined : terms };
    }
  }
}
