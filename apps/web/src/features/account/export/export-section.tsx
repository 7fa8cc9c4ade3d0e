import { type DataExport, dataExportEndpoints } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';
import { useAction } from '../../../api/use-action.ts';
import { formatMoment } from '../../../ui/dates.ts';

const exportQuery = {
  ...query(dataExportEndpoints.read, {}),
  // Its job takes a moment, and the user should not have to reload the page.
  refetchInterval: ({ state }: { state: { data?: { export: DataExport | null } | undefined } }) =>
    state.data?.export?.state === 'making' ? 2000 : false,
} as const;

const failure = { title: 'Not exported' };

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function Ready({ copy }: { copy: DataExport }) {
  const open = useAction({
    send: () => call(dataExportEndpoints.open, { params: { id: copy.id } }),
    onDone: ({ path }) => window.location.assign(path),
    failure,
  });
  return (
    <SettingRow
      title="Your copy is ready"
      badge={<Badge tone="good">Ready</Badge>}
      detail={`${formatSize(copy.bytes)}, here until ${formatMoment(copy.expiresAt)}.`}
      action={
        <Button variant="primary" pending={open.isPending} onClick={() => open.run()}>
          Download
        </Button>
      }
    />
  );
}

/** A copy of everything that is stored about the person. */
export function ExportSection() {
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(exportQuery);
  const copy = data.export;
  const create = useAction({
    send: () => call(dataExportEndpoints.create, {}),
    onDone: (made) => queryClient.setQueryData(exportQuery.queryKey, { export: made }),
    failure,
  });
  const isMaking = create.isPending || copy?.state === 'making';
  return (
    <>
      <SettingRow
        title="Export my data"
        badge={copy?.state === 'failed' && <Badge tone="bad">Failed</Badge>}
        detail={
          copy?.state === 'failed'
            ? 'The copy could not be made. Please try again.'
            : 'One JSON file: profile, automations, activity, payments. No sheet content, for none is stored.'
        }
        action={
          <Button pending={isMaking} pendingLabel="Exporting..." onClick={() => create.run()}>
            Export
          </Button>
        }
      />
      {copy?.state === 'ready' && <Ready copy={copy} />}
    </>
  );
}
