'use client';

import { useQuery } from '@tanstack/react-query';
import { pauseTyping } from '@/app/(console)/withdrawals/new/pause-typing';
import { fetchJson } from '@/components/data/fetch-json';
import { FieldWarning } from '@/components/ui/field';
import { readableText } from '@/components/values/untrusted-text';
import { NEVER_USED } from '@/lib/profiles/choices';
import { profileCheckEndpoint } from '@/lib/requests/contract';

/** Says that the person may not request from a profile that the form does not list, or that it was never used. */
export function ProfileCheck({ profile, areKnown }: { profile: string; areKnown: boolean }) {
  const { data, isPending } = useQuery({
    queryKey: ['profile', profile],
    queryFn: ({ signal }) => pauseTyping(signal).then(() => fetchJson(profileCheckEndpoint(profile), { signal })),
    retry: false,
  });
  if (isPending) return null;
  if (data && data.reason !== null) return <span className="text-bad">{readableText(data.reason, 300)}</span>;
  return areKnown && <FieldWarning>{NEVER_USED}</FieldWarning>;
}
