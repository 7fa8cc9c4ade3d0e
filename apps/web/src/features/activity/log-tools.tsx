import { activityEndpoints, activitySearchMax, toPath } from '@picksync/contracts';
import { IconButton } from '@picksync/ui/icon-button.tsx';
import { ReasonedButton } from '@picksync/ui/reasoned-button.tsx';
import { useIsOnline } from '@picksync/ui/use-is-online.ts';
import { useIsPhone } from '@picksync/ui/use-is-phone.ts';
import { Download, Link2 } from 'lucide-react';
import type { ActivityFilter } from '../../api/activity.queries.ts';
import { usePlanNames } from '../../api/session.queries.ts';
import { isShortcutKey } from '../../stores/commands.ts';
import { copyLink } from '../../stores/copy-link.ts';
import { useShortcuts } from '../../stores/shortcuts.ts';
import { showToast } from '../../stores/toast.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { useShortLog } from './use-short-log.ts';

/** Searches the log while one types. */
export function LogSearch({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const isPhone = useIsPhone();
  const areSingleKeysOn = useShortcuts(({ isOn }) => isOn);
  return (
    <SearchBox
      hasShortcut={areSingleKeysOn}
      isShortcutKey={isShortcutKey}
      label="Search activity"
      placeholder={isPhone ? 'Search' : 'Search automation, sheet or column'}
      maxLength={activitySearchMax}
      value={value}
      onSearch={onSearch}
    />
  );
}

/** Downloads what the filters show, all of it, as a file for a spreadsheet. */
export function ExportCsv({ filter }: { filter: ActivityFilter }) {
  const { basic } = usePlanNames();
  const isShort = useShortLog();
  const isPhone = useIsPhone();
  const isOnline = useIsOnline();
  const reason = isShort
    ? `The whole log and its file come with ${basic}.`
    : isOnline
      ? undefined
      : 'You are offline. The file is made by the server.';
  return (
    <ReasonedButton
      aria-label="Export CSV"
      disabledReason={reason}
      onRefused={(title) => showToast({ title })}
      onClick={() => window.location.assign(toPath(activityEndpoints.file, { query: filter }))}
    >
      <Download aria-hidden="true" strokeWidth={1.75} />
      {/* On a phone the tools after it stand on the same line. */}
      {isPhone ? 'CSV' : 'Export CSV'}
    </ReasonedButton>
  );
}

/** Copies the address, which has the filters. */
export function CopyLink() {
  return (
    <IconButton label="Copy link to this view" onClick={() => void copyLink(window.location.href)}>
      <Link2 strokeWidth={1.75} />
    </IconButton>
  );
}
