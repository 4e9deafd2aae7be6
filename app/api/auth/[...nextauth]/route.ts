import { answerSignIn } from '@/lib/server/auth/sign-in-door';

export { answerSignIn as GET, answerSignIn as POST };
