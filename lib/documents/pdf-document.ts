/** The most lines that a PDF may have: rows of tables, facts and paragraphs together. */
export const MAX_PDF_LINES = 5_000;

/** Who issues a document: the desk (`DESK_NAME`), and the lines of its address (`DESK_ADDRESS`). */
export interface Letterhead {
  name: string;
  address: readonly string[];
}

/**
 * A PDF as data, in the order in which it reads; server/pdf-worker.mjs lays it out. Any text may come from outside:
 * hidden characters, and characters that the embedded fonts lack, are printed as their code points.
 */
export interface PdfDocument {
  title: string;
  issuer?: Letterhead;
  /** The moment of the data (ISO 8601), which becomes the file's date: the same document gives the same bytes. */
  createdAt: string;
  /** A4, portrait unless said otherwise. */
  orientation?: 'portrait' | 'landscape';
  blocks: readonly PdfBlock[];
  /** At the foot of each page, before the page's number. */
  footer: string;
}

export type PdfBlock =
  | { kind: 'heading'; text: string }
  /** A `notice` stands out, since the reader must not miss it. */
  | { kind: 'paragraph'; text: string; tone?: 'muted' | 'notice' }
  /** What the document is about, in large type and side by side. */
  | { kind: 'figures'; figures: readonly { label: string; value: string }[] }
  | { kind: 'facts'; facts: readonly PdfFact[] }
  /** The head is repeated on each page; `totals` are rows in bold at the end. */
  | {
      kind: 'table';
      columns: readonly PdfColumn[];
      rows: readonly (readonly PdfCell[])[];
      totals?: readonly (readonly PdfCell[])[];
    };

/** The text of a cell, or its lines. */
export type PdfCell = string | readonly PdfLine[];

export interface PdfLine {
  text: string;
  isCode?: boolean;
  isMuted?: boolean;
}

/** A label with its value. */
export interface PdfFact {
  label: string;
  /** In several chunks, a value that a person compares, such as an address: code has spaces between them. */
  value: string | readonly string[];
  /** True for what is read character by character, such as a hash. */
  isCode?: boolean;
  /** An https address that the value links to. */
  link?: string;
}

export interface PdfColumn {
  title: string;
  /** Share of the page's width, relative to the other columns. */
  width: number;
  /** Numbers, lined up on the point. */
  isAmount?: boolean;
}

/** Counts the lines of a document as MAX_PDF_LINES limits them. */
export function countPdfLines({ blocks }: PdfDocument): number {
  return blocks.reduce((lines, block) => {
    if (block.kind === 'facts') return lines + block.facts.length;
    if (block.kind === 'table') return lines + block.rows.length + (block.totals?.length ?? 0);
    return lines + 1;
  }, 0);
}
