import type { Automation, SettingName } from '@picksync/contracts';
import { Link } from '@tanstack/react-router';
import { openedHere } from '../../../ui/use-close-dialog.ts';
import { useReadOnly } from '../use-read-only.ts';
import { PagePanel, PanelButton } from './page-panel.tsx';
import { settingSentences } from './setting-sentences.ts';
import { usePageLinks } from './use-page-links.ts';

/** The settings in words; each links to its field in the form. */
export function SettingsPanel({ automation }: { automation: Automation }) {
  const isReadOnly = useReadOnly();
  const { edit } = usePageLinks();
  return (
    <PagePanel
      title="Settings"
      actions={!isReadOnly && <PanelButton onClick={() => edit('name')}>Edit</PanelButton>}
    >
      <div className="grid gap-2.5 px-4 pb-4 text-sm md:px-5">
        {settingSentences(automation).map((parts) => (
          <p key={parts.map(toText).join('')} className="text-pretty [overflow-wrap:anywhere]">
            {parts.map((part) =>
              typeof part === 'string' || isReadOnly ? (
                toText(part)
              ) : (
                <SettingLink key={part.setting} id={automation.id} part={part} />
              ),
            )}
          </p>
        ))}
      </div>
    </PagePanel>
  );
}

function toText(part: string | { text: string }): string {
  return typeof part === 'string' ? part : part.text;
}

type SettingLinkProps = { id: string; part: { text: string; setting: SettingName } };

/** A link, because it breaks with the sentence it stands in. */
function SettingLink({ id, part: { text, setting } }: SettingLinkProps) {
  return (
    <Link
      to="/automations/$id"
      params={{ id }}
      search={{ dialog: 'edit', field: setting }}
      state={openedHere}
      resetScroll={false}
      className="rounded-sm underline decoration-ink-3 decoration-dotted underline-offset-4 hover:decoration-solid"
    >
      {text}
    </Link>
  );
}
