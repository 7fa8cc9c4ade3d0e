import { Button } from '@picksync/ui/button.tsx';
import { SettingRow, SettingsSkeleton } from '@picksync/ui/setting-row.tsx';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { PanelBoundary } from './panel-boundary.tsx';

type FoldedRowsProps = {
  /** Its name in the address: a link that leads here opens it. */
  name: string;
  title: string;
  detail: string;
  /** How many rows it usually has. */
  rows: number;
  /** Loaded when it is opened. */
  children: ReactNode;
};

/** A row that opens to a list below it. */
export function FoldedRows({ name, title, detail, rows, children }: FoldedRowsProps) {
  const isAddressed = useLocation().hash === name;
  const [isOpen, setOpen] = useState(isAddressed);
  useEffect(() => {
    if (isAddressed) setOpen(true);
  }, [isAddressed]);
  return (
    <>
      <SettingRow
        title={title}
        detail={detail}
        action={
          <Button
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} ${title.toLowerCase()}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'}
          </Button>
        }
      />
      {isOpen && (
        <div className="border-t border-line bg-sunken/40">
          <PanelBoundary
            skeleton={<SettingsSkeleton rows={rows} />}
            failure="This could not be loaded. Please try again."
          >
            {children}
          </PanelBoundary>
        </div>
      )}
    </>
  );
}
