import { FindField } from '@/components/search/search-field';

/** The search box in the middle of the home page, with what was found below it. Enter leads to the list, without script too. */
export function FindBox() {
  return (
    <FindField
      isInDialog={false}
      className="relative"
      answersClass="absolute inset-x-0 top-full z-20 mt-1 flex max-h-[min(32rem,70dvh)] flex-col rounded-panel border border-line bg-panel shadow-xl"
    />
  );
}
