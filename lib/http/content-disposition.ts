/**
 * Writes the Content-Disposition of a download (RFC 6266): the name in UTF-8 (RFC 8187), and one in plain ASCII for
 * readers that know only that. No character of the name can end the value or the header.
 */
export function attachmentDisposition(fileName: string): string {
  const plain = fileName.replaceAll(/[^A-Za-z0-9._ ()-]/gu, '_');
  // encodeURIComponent leaves these, which RFC 8187 does not allow as they are.
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
