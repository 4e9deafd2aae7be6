import { joinList } from '@/lib/text/join-list';

/** What a PDF may hold besides pages, as server/look-through-pdf.mjs names it, in words and as the file has it. */
const PDF_MARK_WORDS = {
  JavaScript: 'a script (/JavaScript)',
  OpenAction: 'an action on opening it (/OpenAction)',
  AA: 'actions on reading it (/AA)',
  Launch: 'an action that starts a program (/Launch)',
  EmbeddedFile: 'other files (/EmbeddedFile)',
  RichMedia: 'sound, film or 3D (/RichMedia)',
  XFA: 'a form of its own kind (/XFA)',
  SubmitForm: 'a form that sends or fetches data (/SubmitForm, /ImportData)',
} as const;

export const PDF_MARKS = ['unread', ...(Object.keys(PDF_MARK_WORDS) as (keyof typeof PDF_MARK_WORDS)[])] as const;
export type PdfMark = (typeof PDF_MARKS)[number];

/**
 * Says what a PDF holds besides pages, and whether a part could not be looked through; undefined where there is nothing
 * to say. The draft of an earlier version has no marks.
 */
export function describePdfMarks(marks: readonly PdfMark[] = []): string | undefined {
  const words = PDF_MARKS.flatMap((mark) => (mark !== 'unread' && marks.includes(mark) ? [PDF_MARK_WORDS[mark]] : []));
  const held = words.length > 0 ? `This PDF has ${joinList(words)}.` : '';
  const unread = marks.includes('unread') ? 'A part of this PDF could not be looked through.' : '';
  return [held, unread].filter(Boolean).join(' ') || undefined;
}
