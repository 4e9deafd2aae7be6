import { expect, it } from 'vitest';
import { describePdfMarks, PDF_MARKS } from '@/lib/attachments/pdf-marks';

it('names what a PDF holds, in one sentence, and what could not be looked through', () => {
  expect(describePdfMarks([])).toBeUndefined();
  expect(describePdfMarks(undefined)).toBeUndefined();
  expect(describePdfMarks(['Launch'])).toBe('This PDF has an action that starts a program (/Launch).');
  expect(describePdfMarks(['unread'])).toBe('A part of this PDF could not be looked through.');
  expect(describePdfMarks(['unread', 'EmbeddedFile', 'JavaScript'])).toBe(
    'This PDF has a script (/JavaScript) and other files (/EmbeddedFile). A part of this PDF could not be looked through.',
  );
  for (const mark of PDF_MARKS) expect(describePdfMarks([mark])).toBeDefined();
});
