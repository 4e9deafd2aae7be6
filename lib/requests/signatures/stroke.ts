/** The box that a stroke is drawn in. */
export const STROKE_BOX = { width: 120, height: 36 };

/**
 * Draws the stroke of a signature line as the data of an SVG path within `STROKE_BOX`. The same seed, such as the bytes
 * of a signature as text, always gives the same stroke. It is a sign to recognise and proves nothing.
 */
export function drawStroke(seed: string): string {
  const next = numbersFrom(seed);
  const between = (least: number, most: number) => least + next() * (most - least);
  const humps = 3 + Math.floor(next() * 3);
  const step = between(13, 17);
  let [x, y] = [between(3, 8), between(24, 29)];
  const path = [`M${round(x)} ${round(y)}`];
  for (let hump = 0; hump < humps; hump += 1) {
    // The first letters are the tallest, as in most signatures.
    const top = hump === 0 ? between(4, 9) : between(10, 20);
    const low = between(23, 30);
    const [peak, end] = [x + step * between(0.35, 0.6), x + step];
    path.push(curve([x + between(1, 4), top, peak - between(2, 5), top, peak, between(top, top + 4)]));
    path.push(curve([peak + between(-4, 1), low, end - between(3, 7), low, end, between(18, low)]));
    [x, y] = [end, low];
  }
  const end = Math.min(x + between(18, 34), STROKE_BOX.width - 2);
  path.push(curve([x + 6, y + between(0, 3), end - 8, between(14, 22), end, between(11, 19)]));
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
