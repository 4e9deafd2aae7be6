import { useSheetFile } from '@/components/sheets/use-sheet-file';

/** Reads the references of a file that is chosen or dropped, and asks what the file leaves open. */
export function useTermFile(onChange: (text: string) => void) {
  return useSheetFile<string[]>({
    load: async () => (await import('@/lib/search/lookup/read-terms')).readTerms,
    onRead: (terms) => {
      if (terms.length === 0) return 'The file has no references.';
      onChange(terms.join('\n'));
      return undefined;
    },
  });
}
