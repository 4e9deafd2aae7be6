/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  typedRoutes: false,
  images: { unoptimized: true },
  serverExternalPackages: ['pg', 'pino', 'undici', 'prom-client'],
  experimental: { serverActions: { bodySizeLimit: '8mb' } },
};
