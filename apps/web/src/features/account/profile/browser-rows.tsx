import { SaveNote } from '@picksync/ui/save-note.tsx';
import { Segmented } from '@picksync/ui/segmented.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { Switch } from '@picksync/ui/switch.tsx';
import { type ReactNode, useState } from 'react';
import { switchShortcuts, useShortcuts } from '../../../stores/shortcuts.ts';
import { chooseTheme, useTheme } from '../../../stores/theme.ts';
import { formatTime } from '../../../ui/dates.ts';

/** What is kept in this browser is saved at once. */
function useKeptNote(): { note: ReactNode; kept: () => void } {
  const [at, setAt] = useState<string>();
  return {
    note: at && <SaveNote saving={{ state: 'saved', time: formatTime(at) }} />,
    kept: () => setAt(new Date().toISOString()),
  };
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function ThemeRow() {
  const choice = useTheme((state) => state.choice);
  const { note, kept } = useKeptNote();
  return (
    <SettingRow
      title="Theme"
      detail="In this browser."
      note={note}
      action={
        <Segmented
          label="Theme"
          options={themes}
          value={choice}
          onChange={(chosen) => {
            chooseTheme(chosen);
            kept();
          }}
        />
      }
    />
  );
}

/** Whether single keys act, such as / for the search. Speech programs send letters as keys. */
export function ShortcutsRow() {
  const isOn = useShortcuts((state) => state.isOn);
  const { note, kept } = useKeptNote();
  return (
    <SettingRow
      title="Single-key shortcuts"
      detail="Such as / for the search, in this browser."
      note={note}
      action={
        <Switch
          label="Single-key shortcuts"
          checked={isOn}
          onChange={(next) => {
            switchShortcuts(next);
            kept();
          }}
        />
      }
    />
  );
}
