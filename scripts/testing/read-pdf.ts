import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads the text of each page of a PDF, its lines joined by spaces, its lines one by one, and its title. */
export async function readPdf(bytes: Uint8Array): Promise<{ title: string; pages: string[]; lines: string[] }> {
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: VerbosityLevel.ERRORS });
  const document = await task.promise;
  try {
    const { info } = await document.getMetadata();
    const pages: string[] = [];
    const lines: string[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent();
      lines.push(
        ...items
          .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
          .join('')
          .split('\n'),
      );
      pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
    }
    return { title: (info as { Title?: string }).Title ?? '', pages, lines };
  } finally {
    await task.destroy();
  }
}
