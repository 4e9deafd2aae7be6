import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { NONCE_HEADER, TRUSTED_TYPES_SCRIPT } from '@/lib/http/trusted-types';
import { serviceNameInSentences } from '@/lib/server/config/environment';
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
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined;
  return (
    <html
      lang="en"
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      data-service-name={serviceNameInSentences()}
    >
      <head>
        {/* A browser hides the nonce of an element from scripts, React's comparison with the server included. */}
        <script nonce={nonce} suppressHydrationWarning>
          {TRUSTED_TYPES_SCRIPT}
        </script>
      </head>
      <body className="font-sans">{children}</body>
    </html>
  );
}
