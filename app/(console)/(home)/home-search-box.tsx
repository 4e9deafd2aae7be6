import { SearchField } from '@/components/search/search-field';

/**
 * The search box of the home page, with suggestions below it. Enter leads to the list, also without script. It takes
 * the focus for those who come to search.
 */
export function HomeSearchBox({ hasFocus }: { hasFocus: boolean }) {
  return (
    <SearchField
      isInDialog={false}
      hasFocus={hasFocus}
      className="relative"
      answersClass="absolute inset-x-0 top-full z-20 mt-1 flex max-h-[min(28rem,70dvh)] flex-col rounded-panel border border-line bg-panel shadow-xl"
    />
  );
}
