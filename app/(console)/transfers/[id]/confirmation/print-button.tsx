'use client';

import { Button } from '@/components/ui/button';

/** A button that opens the browser's print dialog. */
export function PrintButton() {
  return <Button onClick={() => window.print()}>Print</Button>;
}
