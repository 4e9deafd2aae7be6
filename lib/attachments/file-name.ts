import { type AttachmentType, MAX_ATTACHMENT_NAME } from '@/lib/attachments/limits';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';

const ENDINGS: Record<AttachmentType, readonly string[]> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
};

/**
 * Cleans the name of an uploaded file: without folders, without characters that no reader sees or that change the
 * direction of a line, at most 120 characters, and with the ending of what the file is. Example: `C:\x\bill.html` of a
 * PDF gives `bill.html.pdf`.
 */
export function cleanFileName(given: string, type: AttachmentType): string {
  const base = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const seen = trim(
    Array.from(base.normalize('NFC'), (character) => (findHiddenCharacter(character) ? ' ' : character))
      .join('')
      .replaceAll(/\s+/g, ' '),
  );
  const [first = ''] = ENDINGS[type];
  const ending = ENDINGS[type].find((one) => seen.toLowerCase().endsWith(one));
  const stem = ending === undefined ? seen : seen.slice(0, -ending.length);
  const cut = cutTo(stem, MAX_ATTACHMENT_NAME - '.jpeg'.length).trimEnd();
  return `${cut || 'file'}${ending === undefined ? first : seen.slice(-ending.length)}`;
}

/** Takes spaces and dots from both ends: a name of a hidden file, or one that a system would shorten. */
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && ' .'.includes(text[start] ?? '')) start += 1;
  while (end > start && ' .'.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(start, end);
}

/** Cuts a text to a number of UTF-16 units, and never through a character. */
function cutTo(text: string, length: number): string {
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
