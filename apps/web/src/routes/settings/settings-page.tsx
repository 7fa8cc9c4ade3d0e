import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { DropdownMenu, MenuItem } from '@picksync/ui/dropdown-menu.tsx';
import { SettingsPanel, SettingsSection, scrollMargin } from '@picksync/ui/setting-row.tsx';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { PageHead } from '../../ui/page-head.tsx';
import { AppShell } from '../shell/app-shell.tsx';
import { SectionAlert } from './section-alert.tsx';
import { type Section, settingsSections } from './sections.tsx';
import { useSectionInView } from './use-section-in-view.ts';

type JumpProps = { current: string; goTo: (name: string) => void };

/** The sections beside the page; the one that is being read is marked. */
function Rail({ current, goTo }: JumpProps) {
  const follow = (event: MouseEvent, key: string) => {
    // Those open another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(key);
  };
  return (
    <nav
      aria-label="Sections of Settings"
      className="sticky top-6 hidden gap-0.5 self-start text-sm min-[1160px]:grid"
    >
      {settingsSections.map(({ key, title }) => (
        // Not the router's link: that marks the section in the address, which need not be the one that is being read.
        <a
          key={key}
          href={`/settings#${key}`}
          onClick={(event) => follow(event, key)}
          aria-current={key === current ? 'true' : undefined}
          className="flex min-h-8 items-center gap-2 rounded-md px-2.5 font-medium text-ink-2 transition-colors hover:bg-sunken hover:text-ink aria-[current=true]:bg-sunken aria-[current=true]:text-ink"
        >
          <span className="min-w-0 flex-1">{title}</span>
          <SectionAlert section={key} />
        </a>
      ))}
    </nav>
  );
}

/** The same on a narrow screen: a list that opens from the name of the section that is being read. */
function JumpList({ current, goTo }: JumpProps) {
  const title = settingsSections.find(({ key }) => key === current)?.title ?? '';
  return (
    <div className="sticky top-[53px] z-10 -mx-1 bg-canvas px-1 py-1.5 short:static md:top-0 min-[1160px]:hidden">
      <DropdownMenu
        align="start"
        trigger={
          <Button aria-label={`Section: ${title}`} className="w-full justify-between!" size="lg">
            {title}
            <ChevronsUpDown aria-hidden="true" />
          </Button>
        }
      >
        {settingsSections.map((section) => (
          <MenuItem key={section.key} onSelect={() => goTo(section.key)}>
            <span className="flex items-center gap-2">
              {section.title}
              <SectionAlert section={section.key} />
            </span>
          </MenuItem>
        ))}
      </DropdownMenu>
    </div>
  );
}

/** One section of the page with its panels. */
function SectionView({ section, addressed }: { section: Section; addressed: string }) {
  const { key, title, groups } = section;
  return (
    <SettingsSection id={key} title={title} isAddressed={key === addressed}>
      {groups.map((group) => (
        <SettingsPanel key={group.title ?? key} title={group.title}>
          {group.parts.map((part) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of one form
            <div
              key={part.key}
              id={part.key}
              role="group"
              aria-label={part.title}
              data-page-heading={part.key === addressed || undefined}
              className={cx('border-line outline-none not-first:border-t', scrollMargin)}
            >
              <part.Body />
            </div>
          ))}
        </SettingsPanel>
      ))}
    </SettingsSection>
  );
}

/** Everything users can see and change about their own account, on one page; the address names the section. */
export function SettingsPage() {
  const addressed = useLocation().hash;
  const list = useRef<HTMLDivElement>(null);
  const { current, jump } = useSectionInView(addressed, list);
  const navigate = useNavigate();
  const goTo = (key: string) => {
    // The address may name it already.
    jump(key);
    void navigate({ to: '/settings', hash: key, hashScrollIntoView: false, resetScroll: false });
  };
  return (
    <AppShell>
      <PageHead title="Settings" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-3 min-[1160px]:grid-cols-[212px_minmax(0,1fr)]">
        <Rail current={current} goTo={goTo} />
        <JumpList current={current} goTo={goTo} />
        <div ref={list} className="grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-7">
          {settingsSections.map((section) => (
            <SectionView key={section.key} section={section} addressed={addressed} />
          ))}
        </div>
      </div>
    </AppShell>
  );
}
