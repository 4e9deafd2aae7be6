import NextLink from 'next/link';
import type { ComponentProps } from 'react';

/**
 * Next's link, which asks the server when it is followed and not when it is seen: each page here is made for its reader at
 * that moment, so what could be read ahead is nearly empty, and costs the server half as much as the page that holds the link.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink {...props} prefetch={false} />;
}
