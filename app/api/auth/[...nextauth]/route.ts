import { answerSignIn } from '@/lib/server/auth/sign-in-handler';

export { answerSignIn as GET, answerSignIn as POST };
