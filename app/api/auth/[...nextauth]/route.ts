import NextAuth from 'next-auth';
import { authOptions } from '@/lib/server/people/sign-in';

type Context = { params: Promise<{ nextauth: string[] }> };

// Made per request, so that building the console needs no configuration.
function handle(request: Request, context: Context): Promise<Response> {
  return (NextAuth(authOptions()) as (request: Request, context: Context) => Promise<Response>)(request, context);
}

export { handle as GET, handle as POST };
