import { buttonClass } from '@picksync/ui/button.tsx';
import { KeyCap } from '@picksync/ui/key-cap.tsx';
import { ThemeToggle } from '@picksync/ui/theme-toggle.tsx';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useAuthStatus } from '../../api/session.queries.ts';
import { ConnectionBlock } from '../../features/connection/connection-block.tsx';
import { AccountBlock } from '../../features/session/account-block.tsx';
import { SubscriptionBlock } from '../../features/subscription/subscription-block.tsx';
import { openCommandMenu } from '../../stores/commands.ts';
import { chooseTheme, useTheme } from '../../stores/theme.ts';
import { modifierKey } from '../commands/places.ts';
import { NavButton, NavLink, navItems } from './nav-entry.tsx';
import { useMenu } from './use-menu.ts';

const logInFirst = 'Log in first.';

/** The links in the sidebar for visitors. */
function GuestEntries() {
  const { isOpen: isInMenu } = useMenu();
  return (
    <>
      <nav aria-label="Main" className="grid gap-0.5">
        <NavLink item={navItems.dashboard} to="/dashboard" current={false} replace={isInMenu} />
        <NavButton item={navItems.configurations} disabledReason={logInFirst} />
        <NavButton item={navItems.subscription} disabledReason={logInFirst} />
        <NavLink item={navItems.help} to="/help" current replace={isInMenu} />
      </nav>
      <div className="grid gap-3 rounded-lg border border-line p-3.5 text-sm">
        <p className="text-pretty text-ink-2">Please log in to access dashboard features.</p>
        <Link to="/login" className={buttonClass({ variant: 'primary' })}>
          Login
        </Link>
      </div>
    </>
  );
}

/** The links to the pages, the state of everything, and the user. The same on the desktop and in the phone's menu. */
export function Sidebar() {
  const { isAuthenticated } = useAuthStatus();
  const { isOpen: isInMenu } = useMenu();
  return (
    <div className="flex flex-1 flex-col gap-5 px-3 py-4">
      {isAuthenticated ? <UserEntries /> : <GuestEntries />}
      <div className="mt-auto flex flex-col gap-4">
        {isAuthenticated ? <CommandEntry /> : <Themes />}
        <AccountBlock replace={isInMenu} />
      </div>
    </div>
  );
}

/** Users have it in their settings. */
function Themes() {
  const theme = useTheme((state) => state.choice);
  return <ThemeToggle value={theme} onChange={chooseTheme} className="mx-2 self-start" />;
}

/** For those who do not know the shortcut, or have no keyboard. */
function CommandEntry() {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openCommandMenu}
      className="flex min-h-9 items-center gap-2.5 rounded-md border border-line px-2.5 text-sm text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      <span className="flex-1 text-start">Search</span>
      <span aria-hidden="true" className="flex gap-1 pointer-coarse:hidden">
        <KeyCap>{modifierKey()}</KeyCap>
        <KeyCap>K</KeyCap>
      </span>
    </button>
  );
}

function UserEntries() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { smartsheetConnected, user } = useAuthStatus();
  const { isOpen: isInMenu } = useMenu();
  const toDashboard = () => void navigate({ to: '/dashboard', replace: isInMenu });
  return (
    <>
      <nav aria-label="Main" className="grid gap-0.5">
        <NavLink
          item={navItems.dashboard}
          to="/dashboard"
          current={pathname === '/' || pathname === '/dashboard'}
          replace={isInMenu}
        />
        {smartsheetConnected ? (
          <NavLink
            item={navItems.configurations}
            to="/configurations"
            current={/^\/(configurations|automations|rules)/.test(pathname)}
            replace={isInMenu}
          />
        ) : (
          <NavButton
            item={navItems.configurations}
            onRefused={toDashboard}
            disabledReason="Connect Smartsheet first."
          />
        )}
        <NavLink
          item={navItems.subscription}
          to="/subscription"
          current={pathname === '/subscription'}
          replace={isInMenu}
        />
        <NavLink item={navItems.help} to="/help" current={pathname === '/help'} replace={isInMenu} />
        <NavLink
          item={navItems.settings}
          to="/settings"
          current={pathname === '/settings'}
          replace={isInMenu}
        />
        {user?.role === 'admin' && (
          <NavLink item={navItems.admin} to="/admin" current={false} replace={isInMenu} />
        )}
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <SubscriptionBlock replace={isInMenu} hidden={pathname === '/subscription'} />
        <ConnectionBlock replace={isInMenu} />
      </div>
    </>
  );
}
