import { hashText, hex8 } from '@/sandbox/random';

/** A cursor that stands for a position on the line of transfers. Clients are to treat it as opaque. */
export function writeCursor(order: string, position: number): string {
  const text = `${order}|${position}`;
  return Buffer.from(`${text}|${hex8(hashText(text))}`).toString('base64url');
}

/** The position behind a cursor, or undefined where it was not written here for this order. */
export function readCursor(order: string, cursor: string): number | undefined {
  const [writtenOrder, position] = Buffer.from(cursor, 'base64url').toString().split('|');
  const number = Number(position);
  return writtenOrder === order && Number.isSafeInteger(number) && writeCursor(order, number) === cursor
    ? number
    : undefined;
}
