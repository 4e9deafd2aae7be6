import { PageNotFound } from '@/components/shell/page-not-found';

/** The page of a guide that does not exist, within the console. */
export default function GuideNotFound() {
  return <PageNotFound />;
}
