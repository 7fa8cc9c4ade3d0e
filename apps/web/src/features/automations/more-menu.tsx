import { isolated } from '@picksync/contracts';
import { buttonClass } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import { DropdownMenu } from '@picksync/ui/dropdown-menu.tsx';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';

/** The menu at the head of the page of an automation or a rule. */
export function MoreMenu({ name, children }: { name: string; children: ReactNode }) {
  return (
    <DropdownMenu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`More: ${isolated(name)}`}
          title="More"
          className={cx(buttonClass(), 'w-[34px] px-0')}
        >
          <Ellipsis aria-hidden="true" />
        </button>
      }
    >
      {children}
    </DropdownMenu>
  );
}
