import { handleSignIn } from '@/lib/server/sign-in/sign-in-handler';

export { handleSignIn as GET, handleSignIn as POST };
