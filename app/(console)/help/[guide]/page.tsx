import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { GuideText } from '@/app/(console)/help/[guide]/guide-text';
import { findGuide } from '@/lib/help/guides';
import { requireSignedIn } from '@/lib/server/auth/page-guard';
import { readGuide } from '@/lib/server/help/read-guide';

interface GuidePageProps {
  params: Promise<{ guide: string }>;
}

export async function generateMetadata({ params }: GuidePageProps): Promise<Metadata> {
  return { title: `Help for ${findGuide((await params).guide)?.title.toLowerCase() ?? 'all roles'}` };
}

export default async function GuidePage({ params }: GuidePageProps) {
  await requireSignedIn();
  const guide = findGuide((await params).guide);
  if (!guide) notFound();
  return <GuideText markdown={await readGuide(guide)} />;
}
