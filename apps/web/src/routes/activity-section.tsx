import { Link } from '@tanstack/react-router';
import { ActivityLog } from '../features/activity/activity-log.tsx';
import { OfflineNote } from '../features/activity/offline-note.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** The dashboard with the activity log in place of the overview. */
export function ActivitySection() {
  return (
    <>
      <PageHead
        title="Activity logs"
        subtitle={
          <>
            <OfflineNote />
            <Link to="/dashboard" className="text-sm font-semi text-accent hover:underline">
              Back to the dashboard
            </Link>
          </>
        }
      />
      <ActivityLog />
    </>
  );
}
