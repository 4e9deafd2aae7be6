import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/**
 * Renders Next's link without prefetching: every page is rendered for its reader at request time, so a prefetch would
 * return almost nothing and cost the server half as much as the page that contains the link.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink {...props} prefetch={false} />;
}
