/** Formats the size of a file, such as “1.2 MB” or “340 kB”. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const kB = bytes / 1024;
  return kB < 1000 ? `${Math.ceil(kB)} kB` : `${(kB / 1024).toFixed(1)} MB`;
}

/** Names the type of a file in one word, as its ending would. */
export function nameFileType(type: string): string {
  return type === 'application/pdf' ? 'PDF' : type === 'image/png' ? 'PNG' : 'JPEG';
}
