import type { ReactNode } from 'react';
import { QueryProvider } from '@/components/data/query-provider';

export default function PolicyLayout({ children }: { children: ReactNode }) {
  return <QueryProvider>{children}</QueryProvider>;
}
