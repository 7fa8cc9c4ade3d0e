import { useCommandMenu } from '../../stores/commands.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useShortcutKeys } from './use-shortcut-keys.ts';

/** Loaded when the page is idle. */
const CommandMenu = lazyPart(async () => (await import('./command-menu.tsx')).CommandMenu, { floats: true });
const ShortcutList = lazyPart(async () => (await import('./shortcut-list.tsx')).ShortcutList, {
  floats: true,
});

/** Listens to the shortcuts, and shows what they open. */
export function Listening() {
  useShortcutKeys();
  const open = useCommandMenu((state) => state.open);
  if (open === 'menu') return <CommandMenu />;
  return open === 'keys' && <ShortcutList />;
}
