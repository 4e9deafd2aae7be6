import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanFileName } from '@/lib/attachments/file-name';
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_NAME } from '@/lib/attachments/limits';
import { attachmentDisposition } from '@/lib/http/content-disposition';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';

const PDF = 'application/pdf';

it.each([
  ['invoice.pdf', 'invoice.pdf'],
  ['Invoice.PDF', 'Invoice.PDF'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\Users\\x\\bill.pdf', 'bill.pdf'],
  ['bill.html', 'bill.html.pdf'],
  ['fdp.exe\u202efdp.pdf', 'fdp.exe fdp.pdf'],
  ['a\r\nset-cookie: x=1.pdf', 'a set-cookie: x=1.pdf'],
  ['"quoted"; filename=x.pdf', '"quoted"; filename=x.pdf'],
  ['Rechnung Jänner.pdf', 'Rechnung Jänner.pdf'],
  ['.pdf', 'pdf.pdf'],
  ['', 'file.pdf'],
  ['\u200b\u200b', 'file.pdf'],
  ['...', 'file.pdf'],
])('cleans %j to %j', (given, cleaned) => {
  expect(cleanFileName(given, PDF)).toBe(cleaned);
});

it('gives a picture the ending of a picture', () => {
  expect(cleanFileName('scan.pdf', 'image/png')).toBe('scan.pdf.png');
  expect(cleanFileName('scan.jpeg', 'image/jpeg')).toBe('scan.jpeg');
  expect(cleanFileName('scan', 'image/jpeg')).toBe('scan.jpg');
});

it('shortens 300 characters, and keeps the ending', () => {
  const name = cleanFileName(`${'x'.repeat(300)}.pdf`, PDF);
  expect(name).toMatch(/^x{100,}\.pdf$/);
  expect(name.length).toBeLessThanOrEqual(MAX_ATTACHMENT_NAME);
  // Not through the middle of a character.
  expect(cleanFileName(`${'x'.repeat(114)}${'😀'.repeat(20)}.pdf`, PDF).isWellFormed()).toBe(true);
});

it('never leaves what a folder, a header or a reader could take for something else', () => {
  const given = fc.string({ unit: anyCharacter, maxLength: 400 });
  fc.assert(
    fc.property(given, fc.constantFrom(...ATTACHMENT_TYPES), (name, type) => {
      const cleaned = cleanFileName(name, type);
      expect(cleaned).toMatch(/\.(?:pdf|png|jpe?g)$/i);
      expect(cleaned.length).toBeLessThanOrEqual(MAX_ATTACHMENT_NAME);
      expect(cleaned).not.toMatch(/[/\\]/);
      expect(findHiddenCharacter(cleaned)).toBeUndefined();
      expect(cleanFileName(cleaned, type)).toBe(cleaned);
    }),
  );
});

it('writes any name into a header that holds nothing else, and gives it back', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (name) => {
      const header = attachmentDisposition(name);
      const [, plain, encoded] =
        /^attachment; filename="([\w. ()-]*)"; filename\*=UTF-8''([\w.~%-]*)$/.exec(header) ?? [];
      expect(plain).toBeDefined();
      expect(decodeURIComponent(encoded ?? '')).toBe(name.toWellFormed());
      expect(() => new Headers({ 'content-disposition': header })).not.toThrow();
    }),
  );
});
