import {
  CircleHelp,
  CreditCard,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  ShieldCheck,
} from 'lucide-react';

export type NavItem = { label: string; icon: LucideIcon };

export const navItems = {
  dashboard: { label: 'Dashboard', icon: LayoutDashboard },
  configurations: { label: 'Configurations', icon: ListChecks },
  subscription: { label: 'Subscription', icon: CreditCard },
  admin: { label: 'Admin', icon: ShieldCheck },
  help: { label: 'Help & Support', icon: CircleHelp },
} as const satisfies Record<string, NavItem>;
