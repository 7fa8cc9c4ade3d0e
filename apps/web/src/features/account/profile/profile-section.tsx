import { useAuthStatus } from '../../../api/session.queries.ts';
import { Badge } from '../../../ui/badge.tsx';
import { SettingRow } from '../../../ui/setting-row.tsx';

/** Who is signed in. */
export function ProfileSection() {
  const { user } = useAuthStatus();
  if (!user) return null;
  return (
    <SettingRow
      title={user.email}
      badge={<Badge tone="good">Verified</Badge>}
      detail="You sign in with it, and mails go there."
    />
  );
}
