import { ForbiddenPage } from '@/components/shell/forbidden-page';

export default function PeopleForbidden() {
  return <ForbiddenPage title="People and sessions" needs="readPeople" />;
}
