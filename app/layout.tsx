import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { deskFormat } from '@/lib/text/locale';
import { serviceNameInSentences } from '@/lib/server/config/environment';
import { readTheme } from '@/lib/server/cookies/own-cookies';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Countersign', template: '%s · Countersign' },
  robots: { index: false },
  icons: {
    icon: [
      { url: '/favicon.ico', sizes: '32x32' },
      { url: '/icon.svg', type: 'image/svg+xml' },
    ],
    apple: '/apple-icon.png',
  },
};
export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // No page is rendered ahead of its request: scripts need the request's nonce to run (proxy.ts).
  await connection();
  const { locale, timeZone } = deskFormat();
  const theme = await readTheme();
  return (
    <html
      lang="en"
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      data-service-name={serviceNameInSentences()}
      data-locale={locale}
      data-time-zone={timeZone}
      data-theme={theme === 'system' ? undefined : theme}
    >
      <body className="font-sans">{children}</body>
    </html>
  );
}
