import { useNavigate, useSearch } from '@tanstack/react-router';
import { helpSearch } from '../features/help/help-search.ts';
import { HelpSection } from '../features/help/help-section.tsx';
import { AppShell } from './shell/app-shell.tsx';

export function HelpPage() {
  const navigate = useNavigate();
  const search = helpSearch(useSearch({ strict: false }));
  return (
    <AppShell>
      <HelpSection
        search={search}
        onSearch={(next) => void navigate({ to: '/help', search: next, replace: true, resetScroll: false })}
      />
    </AppShell>
  );
}
