const MAX_LINE_CHARACTERS = 16_000_000;

/**
 * Splits UTF-8 into lines at LF, with one line in memory. Other bytes than UTF-8, a line of more than 16 million
 * characters, and a last line without its line break end in an empty line, which no record is.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const chunk of chunks) {
    const text = decode(decoder, chunk);
    const lines = (rest + (text ?? '')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
    if (text === undefined || rest.length > MAX_LINE_CHARACTERS) {
      yield '';
      return;
    }
  }
  // A character may be cut off at the end.
  if (rest !== '' || decode(decoder) === undefined) yield '';
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string | undefined {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    return undefined;
  }
}
