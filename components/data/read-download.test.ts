import { afterEach, describe, expect, it, vi } from 'vitest';
import { ReadError } from '@/components/data/fetch-json';
import { readDownload } from '@/components/data/read-download';

afterEach(() => {
  vi.restoreAllMocks();
});
const answerWith = (answer: () => Promise<Response>) => vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
const refusal = async () => readDownload('/api/file').catch((error: unknown) => error as ReadError);

describe('a file to download', () => {
  it('has the name that the server gave', async () => {
    const headers = { 'content-disposition': 'attachment; filename="payment-t-1.pdf"' };
    answerWith(() => Promise.resolve(new Response('%PDF-1.7', { headers })));
    const { file, name } = await readDownload('/api/file');
    expect([name, await file.text()]).toEqual(['payment-t-1.pdf', '%PDF-1.7']);
  });

  it('is refused with the explanation of the server', async () => {
    const error = { title: 'Too many PDFs at the moment', detail: 'No PDF was made.', next: 'Try again in a minute.' };
    answerWith(() => Promise.resolve(Response.json({ error }, { status: 503 })));
    expect(await refusal()).toMatchObject({ status: 503, explanation: error });
  });

  it.each<[string, () => Promise<Response>, string]>([
    [
      'the console is not reached',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'The console cannot be reached',
    ],
    [
      'a page comes in its place',
      () => Promise.resolve(new Response('<html>Sign in</html>')),
      'Unexpected answer from the console',
    ],
    [
      'the file breaks off',
      () => {
        const body = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
        return Promise.resolve(
          new Response(body, { headers: { 'content-disposition': 'attachment; filename="a.pdf"' } }),
        );
      },
      'The console cannot be reached',
    ],
  ])('is no file where %s', async (_what, answer, title) => {
    answerWith(answer);
    const error = await refusal();
    expect(error).toBeInstanceOf(ReadError);
    expect(error).toMatchObject({ explanation: { title } });
  });
});
