'use client';

import NextLink, { useLinkStatus } from 'next/link';
import type { ComponentProps } from 'react';

/**
 * Renders Next's link without prefetching: every page is rendered for its reader at request time, so a prefetch would
 * return almost nothing and cost the server half as much as the page that contains the link. While the page loads, the
 * link shows it.
 */
export function Link({ children, ...props }: ComponentProps<typeof NextLink>) {
  return (
    <NextLink {...props} prefetch={false}>
      {children}
      <Pending />
    </NextLink>
  );
}

/** Marks its link while the page behind it loads (`globals.css`); takes no space. */
function Pending() {
  const { pending } = useLinkStatus();
  return pending ? <span aria-hidden className="link-pending" /> : null;
}
