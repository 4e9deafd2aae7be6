import { hashText, hex8 } from '@/sandbox/random';

/** A cursor that stands for a place on the line of transfers. Clients are to treat it as opaque. */
export function writeCursor(order: string, place: number): string {
  const text = `${order}|${place}`;
  return Buffer.from(`${text}|${hex8(hashText(text))}`).toString('base64url');
}

/** The place behind a cursor, or undefined where it was not written here for this order. */
export function readCursor(order: string, cursor: string): number | undefined {
  const [writtenOrder, place] = Buffer.from(cursor, 'base64url').toString().split('|');
  const number = Number(place);
  return writtenOrder === order && Number.isSafeInteger(number) && writeCursor(order, number) === cursor
    ? number
    : undefined;
}
