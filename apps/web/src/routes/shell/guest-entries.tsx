import { buttonClass } from '@picksync/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { NavButton, NavLink } from './nav-entry.tsx';
import { navItems } from './nav-items.ts';
import { useMenu } from './use-menu.ts';

const logInFirst = 'Log in first.';

/** The links in the sidebar for visitors. */
export function GuestEntries() {
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
