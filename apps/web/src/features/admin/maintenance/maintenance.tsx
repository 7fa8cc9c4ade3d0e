import {
  adminMaintenanceEndpoints,
  announceMaintenanceBody,
  beginMaintenanceBody,
  describeMaintenance,
  getMaintenanceState,
  isMaintenanceOn,
  type MaintenanceWindow,
  maintenanceTimes,
  usualDateLook,
} from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useNow } from '@picksync/ui/use-now.ts';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type * as z from 'zod';
import { maintenanceQuery, useRefreshAdmin } from '../../../api/admin.queries.ts';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { authStatusQuery, useAuthStatus } from '../../../api/session.queries.ts';
import { sayDone, useAction } from '../../../api/use-action.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { AdminSection } from '../admin-section.tsx';
import { InlineForm } from '../inline-form.tsx';

/** Plans an update, begins it and ends it. */
export function Maintenance() {
  return (
    <AdminSection
      title="Maintenance"
      subtitle="Everybody is told 24 hours before. Workers finish what they do, then rest; users can look, not change."
    >
      <Plan />
    </AdminSection>
  );
}

/** Returns what loads the window again, here and in the banner of the page. */
function useRefreshMaintenance(): () => Promise<void> {
  const queryClient = useQueryClient();
  const refresh = useRefreshAdmin();
  return async () => {
    await Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: authStatusQuery.queryKey })]);
  };
}

function Plan() {
  const { window } = useSuspenseQuery(maintenanceQuery).data;
  const now = useNow(...(window ? maintenanceTimes(window) : []));
  const isOpen = window !== null && window.endedAt === null;
  const isOn = isMaintenanceOn(window ?? undefined, now);
  return (
    <div className="grid max-w-[640px] gap-5 p-4 md:p-5">
      <Now window={window} now={now} isOn={isOn} />
      {isOn ? <EndForm key="on" /> : <PlanForm key={window?.startsAt} window={isOpen ? window : null} />}
    </div>
  );
}

const stateBadges: Record<string, { tone: ComponentProps<typeof Badge>['tone']; label: string }> = {
  announced: { tone: 'accent', label: 'Announced' },
  on: { tone: 'warn', label: 'On' },
  late: { tone: 'bad', label: 'Longer than planned' },
  over: { tone: 'good', label: 'Over' },
};

/** What users read now, and what can be done about it. */
function Now({ window, now, isOn }: { window: MaintenanceWindow | null; now: Date; isOn: boolean }) {
  const { user } = useAuthStatus();
  const refresh = useRefreshMaintenance();
  const end = useAction({
    send: () => call(adminMaintenanceEndpoints.end, {}),
    onDone: sayDone,
    failure: { title: 'Not ended' },
    refresh,
    ask: () =>
      isOn
        ? {
            title: 'Is the update over?',
            description: 'Users can change things again, workers go on, and every list is checked.',
            confirmLabel: 'It is over',
          }
        : {
            title: 'Withdraw the update?',
            description: 'The announcement disappears from all pages.',
            confirmLabel: 'Withdraw',
          },
  });
  if (!window) return <p className="text-sm text-ink-2">Nothing is announced.</p>;
  const state = getMaintenanceState(window, now);
  const reader = user ?? { ...usualDateLook, timeZone: null };
  const said = state && describeMaintenance(window, { state, reader, now });
  const badge = stateBadges[state ?? 'announced'];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
      <p className="min-w-0 max-w-none flex-1 basis-60 text-pretty">
        {said ? (
          <>
            Users read: <b className="font-semi">{said.title}</b> {said.text}
          </>
        ) : (
          `Planned for ${formatMoment(window.startsAt)}. Shown from 24 hours before.`
        )}
      </p>
      {window.endedAt === null && (
        <Button onClick={() => end.run()} pending={end.isPending} variant={isOn ? 'primary' : 'secondary'}>
          {isOn ? 'It is over' : 'Withdraw'}
        </Button>
      )}
    </div>
  );
}

type Times = { from: string; to: string };

/** Returns a time as an input of date and time shows it, in the time zone of this browser. */
function toInput(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Returns what such an input holds; as it is, where that is no time. */
function fromInput(value: string): string {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : at.toISOString();
}

type BeginBody = z.output<typeof beginMaintenanceBody>;

const checkAnnounced = checkWith(announceMaintenanceBody);
const checkBegun = checkWith(beginMaintenanceBody);

const failure = { title: 'Not done', text: 'That did not work. Please try again.' };

/** Announces an update, or begins it at once. */
function PlanForm({ window }: { window: MaintenanceWindow | null }) {
  const refresh = useRefreshMaintenance();
  const defaultValues: Times = {
    from: window ? toInput(new Date(window.startsAt)) : '',
    to: window ? toInput(new Date(window.endsAt)) : '',
  };
  const { form, field, shell } = useDialogForm({
    defaultValues,
    check: ({ from, to }: Times) => checkAnnounced({ from: fromInput(from), to: fromInput(to) }),
    send: async (body) => {
      sayDone(await call(adminMaintenanceEndpoints.announce, { body }).finally(refresh));
    },
    failure,
  });
  const begin = useAction({
    send: (body: BeginBody) => call(adminMaintenanceEndpoints.begin, { body }),
    ask: () => ({
      title: 'Begin the update now?',
      description: 'At once nobody can change anything, and workers rest, until you say that it is over.',
      confirmLabel: 'Begin now',
    }),
    onDone: sayDone,
    onFailure: (problem) => problem instanceof ApiError && refuseEnd(problem.reply.errors),
    failure: { title: 'Not begun' },
    refresh,
  });
  const refuseEnd = (errors: Record<string, string> = {}): boolean => {
    if (errors.to) form.setError('to', { message: errors.to }, { shouldFocus: true });
    return errors.to !== undefined;
  };
  const beginNow = () => {
    const checked = checkBegun({ to: fromInput(form.getValues('to')) });
    if ('errors' in checked) refuseEnd(checked.errors);
    else begin.run(checked.values);
  };
  return (
    <InlineForm
      label="Plan an update"
      shell={shell}
      submitLabel={window ? 'Change' : 'Announce'}
      pendingLabel="Announcing..."
      aside={
        <Button onClick={beginNow} pending={begin.isPending}>
          Begin now
        </Button>
      }
    >
      <div className="grid gap-x-3.5 gap-y-3 sm:grid-cols-2">
        <TextField
          label="From"
          hint="In the time zone of this browser."
          {...field('from')}
          type="datetime-local"
        />
        <TextField
          label="To"
          hint="As planned. It goes on until you end it."
          {...field('to')}
          type="datetime-local"
        />
      </div>
    </InlineForm>
  );
}

/** Says when an update that is on is to end. */
function EndForm() {
  const refresh = useRefreshMaintenance();
  const { field, shell } = useDialogForm({
    defaultValues: { to: '' },
    check: ({ to }: Pick<Times, 'to'>) => checkBegun({ to: fromInput(to) }),
    send: async (body) => {
      sayDone(await call(adminMaintenanceEndpoints.begin, { body }).finally(refresh));
    },
    failure,
  });
  return (
    <InlineForm label="Change the end" shell={shell} submitLabel="Announce" pendingLabel="Announcing...">
      <TextField
        label="To"
        hint="A later time than planned is when users hear more of it."
        {...field('to')}
        type="datetime-local"
      />
    </InlineForm>
  );
}
