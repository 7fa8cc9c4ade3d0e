import { IconButton } from '@picksync/ui/icon-button.tsx';
import { Menu } from 'lucide-react';
import { useRef } from 'react';
import { Brand } from '../../ui/brand-mark.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Sidebar } from './sidebar.tsx';
import { useMenu } from './use-menu.ts';

/** Loaded only when it is opened. */
const SideSheet = lazyPart(async () => (await import('@picksync/ui/side-sheet.tsx')).SideSheet, {
  floats: true,
});

/** The bar on a phone: the logo, and a menu with the content of the sidebar. */
export function PhoneBar() {
  const menu = useMenu();
  // Once opened, it stays mounted, so that it can animate when it closes.
  const wasOpen = useRef(false);
  wasOpen.current ||= menu.isOpen;
  return (
    <header className="sticky top-0 z-20 flex items-center h-[53px] justify-between border-b border-line bg-surface px-4 md:hidden">
      <Brand />
      <IconButton label="Open menu" aria-expanded={menu.isOpen} onClick={menu.open} className="size-9!">
        <Menu />
      </IconButton>
      {wasOpen.current && (
        <SideSheet
          open={menu.isOpen}
          onOpenChange={(open) => !open && menu.close()}
          title="Menu"
          header={<Brand />}
        >
          <Sidebar />
        </SideSheet>
      )}
    </header>
  );
}
