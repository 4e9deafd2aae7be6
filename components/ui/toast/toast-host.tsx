'use client';

import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { hostToasts } from '@/components/ui/toast/show-toast';

const SHOWN_MS = 5000;

/**
 * Renders the messages of `showToast`, read out politely; they stay while the pointer or the focus is on them. Below
 * 1024 px they are at the top: buttons are at the bottom there.
 */
export default function ToastHost(): ReactNode {
  return (
    <Toast.Provider timeout={SHOWN_MS} limit={1}>
      <Toast.Viewport className="fixed right-4 z-50 max-lg:top-16 lg:bottom-4 flex w-[min(20rem,calc(100vw-2rem))] flex-col gap-2 print:hidden">
        <Messages />
      </Toast.Viewport>
    </Toast.Provider>
  );
}

function Messages() {
  const { toasts, add } = Toast.useToastManager();
  // A message of high priority would be announced twice, and fails axe.
  useEffect(() => hostToasts((title) => void add({ title, priority: 'low' })), [add]);
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="flex items-center gap-3 rounded-panel border border-line bg-ink py-1.5 pr-1.5 pl-3 text-page shadow-lg transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
    >
      <Toast.Title className="min-w-0 flex-1 [overflow-wrap:anywhere]" />
      <Toast.Close aria-label="Close message" className="inline-flex size-6 items-center justify-center rounded">
        <X aria-hidden className="size-3.5" />
      </Toast.Close>
    </Toast.Root>
  ));
}
