import { adminStatusEndpoints, sayOnStatusBody, statusPartTexts } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { EmptyState } from '@picksync/ui/empty-state.tsx';
import { TextField } from '@picksync/ui/text-field.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type AdminStatus, statusQuery, useRefreshAdmin } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { sayDone } from '../../../api/use-action.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { InlineForm } from '../inline-form.tsx';
import { useAdminAction } from '../use-admin-action.ts';

type Incident = AdminStatus['incidents'][number];

/** The incidents that the status page lists, with what was said, and a form for more words. */
export function Incidents() {
  const { incidents } = useSuspenseQuery(statusQuery).data;
  if (incidents.length === 0) return <EmptyState icon={CircleCheck} title="No incidents" />;
  return (
    <ul>
      {incidents.map((incident) => (
        <li key={incident.id} className="border-b border-line px-4 py-4 last:border-0 md:px-5">
          <IncidentBody incident={incident} />
        </li>
      ))}
    </ul>
  );
}

function describe({ startedAt, endedAt, parts }: Incident): string {
  const time = endedAt
    ? `${formatMoment(startedAt)} to ${formatMoment(endedAt)}`
    : `Since ${formatMoment(startedAt)}`;
  return [time, ...parts.map((part) => statusPartTexts[part].name)].join(' · ');
}

function IncidentBody({ incident }: { incident: Incident }) {
  const { title, endedAt, isMeasured, entries } = incident;
  const [isWriting, setIsWriting] = useState(false);
  return (
    <article aria-label={title} className="grid gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="font-semi [overflow-wrap:anywhere]">{title}</h3>
        <Badge tone={endedAt ? 'good' : 'warn'}>{endedAt ? 'Over' : 'Now'}</Badge>
        {endedAt && !isWriting && (
          <Button size="sm" className="ms-auto" onClick={() => setIsWriting(true)}>
            Add words
          </Button>
        )}
      </div>
      <p className="text-xs text-ink-2">{describe(incident)}</p>
      {isMeasured && !endedAt && (
        <Alert tone="warn" title="The measurement has written this.">
          It ends the incident once everything works again. Words can be added.
        </Alert>
      )}
      <ul className="grid gap-1.5">
        {entries.map((entry) => (
          <li key={entry.id} className="grid gap-x-3 sm:grid-cols-[150px_minmax(0,1fr)]">
            <span className="text-ink-2">{formatMoment(entry.at)}</span>
            <span className="[overflow-wrap:anywhere]">
              {entry.text}
              {entry.isMeasured && (
                <span className="text-xs text-ink-2"> Written by the measurement itself.</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {!endedAt && (
        <SayForm incident={incident}>
          <EndButton incident={incident} />
        </SayForm>
      )}
      {endedAt && isWriting && <SayForm incident={incident} onSaid={() => setIsWriting(false)} />}
    </article>
  );
}

function EndButton({ incident: { id, title } }: { incident: Incident }) {
  const end = useAdminAction({
    send: () => call(adminStatusEndpoints.end, { params: { id } }),
    failed: 'Not ended',
    ask: () => ({
      title: `Say that “${title}” is over?`,
      description: 'Everybody can read it at once. A correction is a new entry.',
      confirmLabel: 'It is over',
    }),
  });
  return (
    <Button pending={end.isPending} onClick={() => end.run()}>
      It is over
    </Button>
  );
}

const check = checkWith(sayOnStatusBody);

type SayFormProps = { incident: Incident; onSaid?: () => void; children?: ReactNode };

/** What is sent can be read by everybody at once. */
function SayForm({ incident: { id, title }, onSaid, children }: SayFormProps) {
  const refresh = useRefreshAdmin();
  const { form, field, shell } = useDialogForm({
    defaultValues: { text: '' },
    check,
    send: async (body) => {
      const reply = await call(adminStatusEndpoints.say, { params: { id }, body });
      form.reset({ text: '' });
      await refresh();
      sayDone(reply);
      onSaid?.();
    },
    failure: { title: 'Not published', text: 'The words could not be published. Please try again.' },
  });
  return (
    <InlineForm
      label={`Words about ${title}`}
      shell={shell}
      submitLabel="Publish"
      pendingLabel="Publishing..."
      aside={children}
    >
      <TextField
        label="What people should know"
        hint="Published words stay; a correction is a new entry."
        {...field('text')}
        maxLength={300}
      />
    </InlineForm>
  );
}
