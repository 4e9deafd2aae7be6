/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: false,
  // `npm run check` does, of tests and scripts too.
  typescript: { ignoreBuildErrors: true },
  images: { unoptimized: true },
  serverExternalPackages: ['pg', 'pino', 'undici', 'prom-client'],
  // Everything that a production machine needs, in one directory; Containerfile takes exactly that.
  output: 'standalone',
  outputFileTracingIncludes: { '/**': ['./server/*.mjs', './lib/server/database/migrations/**'] },
  // As server/request-policy.mjs, which answers earlier.
  experimental: { serverActions: { bodySizeLimit: '1mb' } },
};
