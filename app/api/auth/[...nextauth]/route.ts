import { handleSignIn } from '@/lib/server/auth/sign-in/sign-in-handler';

export { handleSignIn as GET, handleSignIn as POST };
