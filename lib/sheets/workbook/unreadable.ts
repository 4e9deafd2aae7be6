/** Thrown where a workbook cannot be read as what it claims to be; the message is a whole sentence for a person. */
export class UnreadableWorkbook extends Error {}

/** Gives the error of a workbook that breaks the rules of its format; `what` continues “The workbook is damaged:”. */
export function damaged(what: string): UnreadableWorkbook {
  return new UnreadableWorkbook(
    `The workbook is damaged: ${what}. Open it in a spreadsheet and save it again as .xlsx, or paste the cells.`,
  );
}
