'use client';

import { Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { KeyHint } from '@/components/ui/key';
import { PopoverButton } from '@/components/ui/popover-button';
import { useActionKeys } from '@/components/ui/use-action-keys';

/** The one menu of filters of a list (`FilterFields`, which may be loaded later), which `f` opens. */
export function FilterMenu({ children }: { children: ReactNode }) {
  const region = useRef<HTMLElement>(null);
  useActionKeys({ f: () => region.current?.querySelector('button')?.click() });
  return (
    <section ref={region} aria-label="Filters">
      <PopoverButton
        label={
          <>
            <Plus aria-hidden className="size-3.5 max-sm:hidden" /> Filter
          </>
        }
        badge={<KeyHint>f</KeyHint>}
        name="Filter"
        shortcut="f"
      >
        {children}
      </PopoverButton>
    </section>
  );
}
