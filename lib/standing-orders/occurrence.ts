/** Gives the text from which the key of the form of a date follows, by its hash: one date, one form, one reference. */
export function occurrenceText(orderId: string, date: string): string {
  return `standing order ${orderId}\n${date}`;
}

/** Gives the text from which the ID of a request follows, by its hash: one form of a requester, one request. */
export function requestText(requesterId: string, formKey: string): string {
  return `${requesterId}\n${formKey}`;
}
