import { answerBackChannelLogout } from '@/lib/server/auth/sign-out/back-channel-logout';

export { answerBackChannelLogout as POST };
