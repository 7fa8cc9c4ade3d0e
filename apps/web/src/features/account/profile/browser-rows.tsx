import { Button, buttonClass } from '@picksync/ui/button.tsx';
import { SaveNote } from '@picksync/ui/save-note.tsx';
import { Segmented } from '@picksync/ui/segmented.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { Switch } from '@picksync/ui/switch.tsx';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { showFirstSteps, useFirstStepsMarks } from '../../../stores/first-steps.ts';
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

/** Brings back the first steps of the dashboard. There is no row while they were not put away. */
export function FirstStepsRow() {
  const userId = useAuthStatus().user?.id ?? '';
  const { hidden } = useFirstStepsMarks(userId);
  // It stays once it was pressed, so that the focus does.
  const [wasHidden] = useState(hidden);
  if (!wasHidden) return null;
  return (
    <SettingRow
      title="First steps"
      detail={
        hidden
          ? 'You have put them away in this browser.'
          : 'They are on the dashboard again, until they are done.'
      }
      action={
        hidden ? (
          <Button size="sm" onClick={() => showFirstSteps(userId)}>
            Show them again
          </Button>
        ) : (
          <Link to="/dashboard" className={buttonClass({ size: 'sm' })} ref={takeFocus}>
            Go to the dashboard
          </Link>
        )
      }
    />
  );
}

/** Gives the focus to what stands in the place of the button that was pressed. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
