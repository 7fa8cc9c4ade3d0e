import { activityStatusNames, adminOperationsEndpoints, adminSupportEndpoints } from '@picksync/contracts';
import { Button } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Eye, EyeOff, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { supportViewQuery, type SupportView as View } from '../../api/admin.queries.ts';
import { call } from '../../api/call.ts';
import { getMessage } from '../../api/form-errors.ts';
import { usePlanNames } from '../../api/session.queries.ts';
import { sayDone, useAction } from '../../api/use-action.ts';
import { headline } from '../../features/activity/activity-texts.ts';
import { Facts } from '../../features/admin/admin-cells.tsx';
import { describeAutomations, describeConnection } from '../../features/admin/users/user-facts.ts';
import { formatAgo, formatTime } from '../../ui/dates.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { SeenAutomations } from './seen-automations.tsx';

/** One user's dashboard as support sees it: the address names the view, which ends by itself. */
export function SupportView() {
  const { open = '' } = useSearch({ strict: false });
  const {
    data: view,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...supportViewQuery(open),
    enabled: open !== '',
    retry: false,
  });
  const now = useNow(view?.until);
  const queryClient = useQueryClient();
  const end = useAction({
    send: () => call(adminSupportEndpoints.end, { params: { id: open } }),
    onDone: sayDone,
    failure: { title: 'Not ended' },
    // Not the view itself, which is not there any more.
    refresh: () => queryClient.invalidateQueries({ queryKey: [adminOperationsEndpoints.audit.path] }),
  });
  const isOver = open === '' || end.isSuccess || (view && new Date(view.until) <= now);
  if (isOver) return <Over />;
  if (view) return <Frame view={view} isEnding={end.isPending} onEnd={() => end.run()} />;
  if (!error) return <SettingsSkeleton rows={6} />;
  return (
    <>
      <PageHead title="Support view" />
      <ErrorState
        message={getMessage(error, 'This view could not be loaded. Please try again.')}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    </>
  );
}

function Over() {
  return (
    <>
      <PageHead title="Support view" />
      <EmptyState
        icon={EyeOff}
        title="This view has ended"
        text="Open another one from the user, with a reason."
        action={<UsersLink>Show the users</UsersLink>}
      />
    </>
  );
}

function UsersLink({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <Link
      to="/admin/$section"
      params={{ section: 'users' }}
      search={id ? { open: id } : {}}
      className="font-semi text-accent hover:underline"
    >
      {children}
    </Link>
  );
}

type FrameProps = { view: View; isEnding: boolean; onEnd: () => void };

/** Frames what is somebody else's, so that it is never taken for one's own. */
function Frame({ view, isEnding, onEnd }: FrameProps) {
  const { user, until, id } = view;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
      <section
        aria-label={`What ${user.email} sees`}
        className="overflow-hidden rounded-xl border-2 border-accent bg-canvas"
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 bg-accent-soft px-4 py-2.5 text-sm md:px-5">
          <Eye aria-hidden="true" className="size-4 shrink-0 text-accent" strokeWidth={1.75} />
          <p className="max-w-none min-w-0 flex-1 [overflow-wrap:anywhere]">
            <b className="font-semi">You see what {user.email} sees.</b> Read only, until {formatTime(until)}.
          </p>
          <Button size="sm" pending={isEnding} onClick={onEnd}>
            End
          </Button>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 md:p-5">
          <PageHead title="Dashboard" subtitle={describeState(view)} />
          <SeenAutomations id={id} isStopped={user.smartsheet.state !== 'connected'} />
          <Activity entries={view.activity} />
        </div>
      </section>
      <Aside view={view} />
    </div>
  );
}

/** Returns what needs the user, in one line. */
function describeState({ user: { automations, needsReview, failing } }: View): string {
  const count = automations.active + automations.paused;
  if (count === 0) return 'No list yet.';
  const lists = count === 1 ? '1 list' : `${count} lists`;
  const needing = needsReview + failing;
  return needing === 0
    ? `${lists}, none needs them.`
    : `${needing} of ${lists} ${needing === 1 ? 'needs' : 'need'} them.`;
}

/** What happened, without the sentences of the log. */
function Activity({ entries }: { entries: View['activity'] }) {
  const now = useNow();
  return (
    <section aria-labelledby="their-activity" className="rounded-lg border border-line bg-surface">
      <h2 id="their-activity" className="border-b border-line px-4 py-3 text-md font-semi md:px-5">
        Activity
      </h2>
      {entries.length === 0 && <EmptyState icon={History} title="Nothing has happened yet" />}
      <ul>
        {entries.map((entry) => (
          <li
            key={entry.id}
            className="flex flex-wrap justify-between gap-x-3 border-b border-line px-4 py-2 text-sm last:border-b-0 md:px-5"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="sr-only">{activityStatusNames[entry.status]}: </span>
              {headline(entry)}
            </span>
            <time dateTime={entry.timestamp} className="text-xs whitespace-nowrap text-ink-3">
              {formatAgo(entry.timestamp, now)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Aside({ view: { user, reason } }: { view: View }) {
  const plans = usePlanNames();
  const plan = user.subscriptionStatus === 'trial' ? 'Trial' : plans[user.subscriptionTier];
  return (
    <div className="grid gap-5">
      <Box title="This account">
        <Facts
          facts={[
            ['Plan', plan],
            ['Smartsheet', describeConnection(user)],
            ['Automations', describeAutomations(user)],
            ['Reason', reason],
          ]}
        />
      </Box>
      <Box title="What can be done from here">
        <p className="text-sm text-pretty text-ink-2">
          Reading, and nothing in their name. Beside each automation, its health can be checked and its
          webhook mended: Picksync does what it does for them by itself, and they read of it with your reason.
          No option and no cell is shown.
        </p>
        <p className="text-sm text-pretty text-ink-2">
          <Sentence
            text="Their plan and their payments are with <user>the user</user>. For the rest, answer them and send the <help>help page</help>."
            parts={{
              user: (words) => <UsersLink id={user.id}>{words}</UsersLink>,
              help: (words) => (
                <Link to="/help" className="font-semi text-accent hover:underline">
                  {words}
                </Link>
              ),
            }}
          />
        </p>
      </Box>
    </div>
  );
}

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 rounded-lg border border-line bg-surface p-4 md:p-5">
      <h2 className="text-md font-semi">{title}</h2>
      {children}
    </section>
  );
}
