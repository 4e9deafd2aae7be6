import { ForbiddenPage } from '@/components/shell/forbidden-page';

export default function SetUpForbidden() {
  return <ForbiddenPage title="Set up the key list" needs="confirmPasskeys" />;
}
