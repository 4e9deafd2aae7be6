import { answerBackChannelLogout } from '@/lib/server/sign-in/sign-out/back-channel-logout';

export { answerBackChannelLogout as POST };
