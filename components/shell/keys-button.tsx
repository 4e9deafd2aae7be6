'use client';

import { Keyboard } from 'lucide-react';
import { useOpenDialog } from '@/components/shell/shell-dialogs';
import { Button } from '@/components/ui/button';

/** The button at the top right that lists the keys. */
export function KeysButton() {
  const open = useOpenDialog();
  return (
    <Button
      look="quiet"
      className="px-2"
      aria-label="Keys"
      title="Keys (?)"
      aria-keyshortcuts="?"
      onClick={() => open('keys')}
    >
      <Keyboard aria-hidden className="size-4" />
    </Button>
  );
}
