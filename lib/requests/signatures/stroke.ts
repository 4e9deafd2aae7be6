/** The box that a stroke is drawn in. */
export const STROKE_BOX = { width: 120, height: 36 };

/**
 * Draws the stroke of a signature line as the data of an SVG path within `STROKE_BOX`. The same seed, such as the bytes
 * of a signature as text, always gives the same stroke. It is a sign to recognise and proves nothing.
 */
export function drawStroke(seed: string): string {
  const next = numbersFrom(seed);
  const between = (least: number, most: number) => least + next() * (most - least);
  const letters = 4 + Math.floor(next() * 3);
  let [x, y] = [between(3, 9), between(24, 29)];
  const path = [`M${round(x)} ${round(y)}`];
  for (let letter = 0; letter < letters; letter += 1) {
    // The first letters are the tallest and widest, as in most signatures.
    const isTall = letter === 0 || next() < 0.2;
    const [top, width] = [isTall ? between(3, 9) : between(13, 21), isTall ? between(14, 20) : between(8, 14)];
    const low = between(24, 31);
    // The hand leans to the right, and comes back on the left of a loop.
    const peak = x + width * between(0.55, 0.95);
    const end = x + width;
    path.push(curve([x + width * 0.5, y - 1, peak + between(2, 5), top + between(2, 6), peak, top]));
    path.push(curve([peak - width * between(0.3, 0.75), top + 1, x + between(-2, 4), low, end, low]));
    [x, y] = [end, low];
  }
  const end = Math.min(x + between(14, 40), STROKE_BOX.width - 2);
  path.push(curve([x + 5, y, end - between(8, 14), between(20, 26), end, between(10, 20)]));
  return path.join('');
}

const round = (number: number) => Math.round(number * 10) / 10;
const curve = (numbers: number[]) => `C${numbers.map(round).join(' ')}`;

/** Gives numbers from 0 to 1 that depend on every character of a text (mulberry32 over an FNV-1a hash). */
function numbersFrom(text: string): () => number {
  let state = 0x81_1c_9d_c5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5);
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
