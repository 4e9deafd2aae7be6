import { answer } from '@/app/api/answer';
import { profileCheckEndpoint } from '@/lib/requests/contract';
import { checkProfile } from '@/lib/server/profiles/choices';

export async function GET(request: Request): Promise<Response> {
  return answer(profileCheckEndpoint, checkProfile(Object.fromEntries(new URL(request.url).searchParams)));
}
