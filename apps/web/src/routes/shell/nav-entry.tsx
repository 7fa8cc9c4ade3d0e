import { Tooltip } from '@picksync/ui/tooltip.tsx';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  CircleHelp,
  CreditCard,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Settings,
  ShieldCheck,
} from 'lucide-react';
import { showToast } from '../../stores/toast.ts';

type NavItem = { label: string; icon: LucideIcon };

export const navItems = {
  dashboard: { label: 'Dashboard', icon: LayoutDashboard },
  configurations: { label: 'Configurations', icon: ListChecks },
  subscription: { label: 'Subscription', icon: CreditCard },
  admin: { label: 'Admin', icon: ShieldCheck },
  help: { label: 'Help & Support', icon: CircleHelp },
  settings: { label: 'Settings', icon: Settings },
} as const satisfies Record<string, NavItem>;

const entryClass =
  'flex w-full items-center gap-2.5 rounded-md px-2.5 py-[7px] text-start font-medium text-ink-2 transition-colors hover:bg-sunken hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-ink-3 aria-[current=page]:bg-sunken aria-[current=page]:text-ink';

function Face({ item: { icon: Icon, label } }: { item: NavItem }) {
  return (
    <>
      <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.75} />
      {label}
    </>
  );
}

type NavLinkProps = { item: NavItem; to: NonNullable<LinkProps['to']>; current: boolean; replace: boolean };

export function NavLink({ item, to, current, replace }: NavLinkProps) {
  return (
    <Link to={to} replace={replace} aria-current={current ? 'page' : undefined} className={entryClass}>
      <Face item={item} />
    </Link>
  );
}

type NavButtonProps = {
  item: NavItem;
  disabledReason: string;
  /** Called when it is pressed although it is disabled. */
  onRefused?: () => void;
};

/** An entry that leads nowhere yet. When it is pressed, it shows the reason, because phones have no hover. */
export function NavButton({ item, disabledReason, onRefused }: NavButtonProps) {
  const explain = () => {
    showToast({ title: disabledReason, tone: 'neutral' });
    onRefused?.();
  };
  return (
    <Tooltip text={disabledReason} side="right">
      <button type="button" aria-disabled onClick={explain} className={entryClass}>
        <Face item={item} />
      </button>
    </Tooltip>
  );
}
