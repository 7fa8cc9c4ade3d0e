import { Dialog } from '@picksync/ui/dialog.tsx';
import { KeyCap } from '@picksync/ui/key-cap.tsx';
import { Switch } from '@picksync/ui/switch.tsx';
import { closeCommandMenu } from '../../stores/commands.ts';
import { switchShortcuts, useShortcuts } from '../../stores/shortcuts.ts';
import { modifierKey, places } from './places.ts';

type Entry = { label: string; keys: readonly string[] };

function groups(): readonly { title: string; entries: readonly Entry[] }[] {
  return [
    {
      title: 'Everywhere',
      entries: [
        { label: 'Command menu', keys: [modifierKey(), 'K'] },
        { label: 'Notification', keys: ['F8'] },
        { label: 'New Configuration', keys: ['N'] },
        { label: 'This list', keys: ['?'] },
      ],
    },
    {
      title: 'Go to',
      entries: places.map(({ label, letter }) => ({ label, keys: ['G', letter.toUpperCase()] })),
    },
    {
      title: 'In a list',
      entries: [
        { label: 'Search', keys: ['/'] },
        { label: 'Clear the search', keys: ['Esc'] },
        { label: 'Actions for the chosen ones', keys: ['F8'] },
      ],
    },
  ];
}

/** All shortcuts, and whether letters alone are some. */
export function ShortcutList() {
  const areSingleKeysOn = useShortcuts((state) => state.isOn);
  return (
    <Dialog
      title="Shortcuts"
      width="md"
      onClose={closeCommandMenu}
      footer={
        <div className="flex w-full items-center justify-between gap-4 text-sm">
          <div>
            <p>Single-key shortcuts</p>
            <p className="text-xs text-ink-2">
              {areSingleKeysOn
                ? 'They work when no field has the focus. Remembered in this browser.'
                : 'Off: letters alone, / and ? do nothing. Remembered in this browser.'}
            </p>
          </div>
          <Switch label="Single-key shortcuts" checked={areSingleKeysOn} onChange={switchShortcuts} />
        </div>
      }
    >
      <div className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
        {groups().map(({ title, entries }) => (
          <section key={title}>
            <h3 className="mb-1 text-sm font-semi">{title}</h3>
            <ul>
              {entries.map(({ label, keys }) => (
                <li
                  key={label}
                  className="flex min-h-8 items-center justify-between gap-3 text-sm text-ink-2"
                >
                  {label}
                  <span className="flex gap-1">
                    {keys.map((key) => (
                      <KeyCap key={key}>{key}</KeyCap>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
