import { answerSignIn } from '@/lib/server/people/sign-in-door';

export { answerSignIn as GET, answerSignIn as POST };
