import { PageTitle } from '@/components/ui/panel';

/** Says within the console that an address has no page. */
export function PageNotFound() {
  return (
    <PageTitle
      title="Page not found"
      subtitle="No page has this address. Check it for a typing error, or search above."
    />
  );
}
