/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: false,
  // `npm run check` checks types, of tests and scripts too.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  serverExternalPackages: ['pg', 'pino', 'undici', 'prom-client'],
  // One directory with everything that a production machine needs; the Containerfile copies exactly that.
  output: 'standalone',
  outputFileTracingIncludes: { '/**': ['./server/*.mjs', './lib/server/database/migrations/**', './docs/guide/*.md'] },
  // The same limit as in server/request-policy.mjs, which rejects larger requests earlier.
  experimental: { serverActions: { bodySizeLimit: '64kb' } },
};
