import { type Automation, isolated } from '@picksync/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  CircleHelp,
  CreditCard,
  Eye,
  History,
  Keyboard,
  LayoutDashboard,
  ListChecks,
  LogOut,
  MonitorSmartphone,
  Pause,
  Play,
  Plus,
  RefreshCw,
  Settings,
  ShieldCheck,
  Table,
} from 'lucide-react';
import { useEffect } from 'react';
import { automationsQuery } from '../../api/automations.queries.ts';
import { useAuthStatus } from '../../api/session.queries.ts';
import { toStatus } from '../../features/automations/automation-status.tsx';
import { useReadOnly } from '../../features/automations/use-read-only.ts';
import { answers } from '../../features/help/answers.ts';
import { useLogout } from '../../features/session/use-logout.ts';
import { openShortcutList } from '../../stores/commands.ts';
import { chooseTheme } from '../../stores/theme.ts';
import { type Command, type CommandGroup, findCommands } from './find-commands.ts';
import { places } from './places.ts';
import { useStartConfiguration } from './use-start-configuration.ts';

const placeIcons = {
  '/dashboard': LayoutDashboard,
  '/configurations': ListChecks,
  '/subscription': CreditCard,
  '/settings': Settings,
  '/help': CircleHelp,
};

/** The user's automations; all of them as soon as something is searched for. */
function useAutomations(search: string): readonly Automation[] {
  const { smartsheetConnected } = useAuthStatus();
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    ...automationsQuery,
    enabled: smartsheetConnected,
  });
  const isMissingSome = search !== '' && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isMissingSome) void fetchNextPage();
  }, [isMissingSome, fetchNextPage]);
  return data?.pages.flatMap(({ reply }) => reply) ?? [];
}

function sheetNames({ sourceSheetName, sourceColumnName, sheetName, targetColumnName }: Automation): string {
  return [sourceSheetName, sourceColumnName, sheetName, targetColumnName].join(' ');
}

/** What can be done to an automation without a form. */
function actionsOn(automation: Automation): Command[] {
  const { id, name, isActive } = automation;
  const words = sheetNames(automation);
  const toggle = { automation, is: 'toggle' } as const;
  if (!isActive)
    return [{ id: `toggle ${id}`, label: `Activate: ${isolated(name)}`, icon: Play, words, act: toggle }];
  return [
    {
      id: `sync ${id}`,
      label: `Sync Now: ${isolated(name)}`,
      icon: RefreshCw,
      words,
      act: { automation, is: 'sync' },
    },
    { id: `toggle ${id}`, label: `Pause: ${isolated(name)}`, icon: Pause, words, act: toggle },
  ];
}

/** Returns what the command menu offers for what was typed. */
export function useCommands(search: string): CommandGroup[] {
  const navigate = useNavigate();
  const startConfiguration = useStartConfiguration();
  const logout = useLogout();
  const isReadOnly = useReadOnly();
  const isAdmin = useAuthStatus().user?.role === 'admin';
  const automations = useAutomations(search);

  const found: Command[] = automations.map((automation) => ({
    id: automation.id,
    label: automation.name,
    icon: Table,
    note: toStatus(automation).word,
    words: sheetNames(automation),
    act: () => void navigate({ to: '/automations/$id', params: { id: automation.id } }),
  }));
  const reviews: Command[] = automations
    .filter(({ review }) => review !== null)
    .map(({ id, name }) => ({
      id: `review ${id}`,
      label: `Review: ${isolated(name)}`,
      icon: Eye,
      act: () => void navigate({ to: '/automations/$id/review', params: { id } }),
    }));
  const create: Command = {
    id: 'create',
    label: 'New Configuration',
    icon: Plus,
    keys: ['N'],
    words: 'create add automation',
    act: startConfiguration,
  };
  const goTo: Command[] = [
    ...places.map(({ label, to, letter, words }) => ({
      id: to,
      label,
      icon: placeIcons[to],
      keys: ['G', letter.toUpperCase()],
      words,
      act: () => void navigate({ to }),
    })),
    {
      id: 'activity',
      label: 'Activity logs',
      icon: History,
      words: 'history runs export csv',
      act: () => void navigate({ to: '/dashboard', search: { section: 'activity' } }),
    },
    ...(isAdmin
      ? [{ id: 'admin', label: 'Admin', icon: ShieldCheck, act: () => void navigate({ to: '/admin' }) }]
      : []),
  ];
  const general: Command[] = [
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      id: theme,
      label: `Theme: ${theme}`,
      icon: MonitorSmartphone,
      words: 'colours colors appearance mode',
      act: () => chooseTheme(theme),
    })),
    { id: 'keys', label: 'Shortcuts', icon: Keyboard, keys: ['?'], words: 'keyboard', act: openShortcutList },
    { id: 'logout', label: 'Logout', icon: LogOut, words: 'sign out log out', act: () => logout.mutate() },
  ];
  if (search.trim() === '')
    return findCommands(
      [
        { title: 'Actions', commands: [...reviews.slice(0, 3), create] },
        { title: 'Go to', commands: goTo },
        { title: 'Automations', commands: found.slice(0, 3) },
      ],
      '',
    );
  const help: Command[] = answers.map(({ key, question }) => ({
    id: `help ${key}`,
    label: question,
    icon: CircleHelp,
    act: () => void navigate({ to: '/help', search: { question: key } }),
  }));
  const actions = [...reviews, create, ...(isReadOnly ? [] : automations.flatMap(actionsOn)), ...general];
  return findCommands(
    [
      { title: 'Automations', commands: found },
      { title: 'Go to', commands: goTo },
      { title: 'Actions', commands: actions },
      { title: 'Help', commands: help },
    ],
    search,
  );
}
