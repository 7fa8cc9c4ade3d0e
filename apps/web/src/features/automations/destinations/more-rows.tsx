import { Button } from '@picksync/ui/button.tsx';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

type MoreRowsProps = {
  /** Its rows can take the focus. */
  list: RefObject<HTMLUListElement | null>;
  left: number;
  perPage: number;
  onMore: () => void;
};

/**
 * A button that shows the next rows of a long list, and moves the focus to the first of them. It disappears once all
 * are shown.
 */
export function MoreRows({ list, left, perPage, onMore }: MoreRowsProps) {
  if (left <= 0) return null;
  const next = Math.min(left, perPage);
  const show = () => {
    const shown = list.current?.children.length ?? 0;
    flushSync(onMore);
    const firstNew = list.current?.children[shown];
    if (next === left && firstNew instanceof HTMLElement) firstNew.focus();
  };
  return (
    <div className="border-t border-line px-5 py-3 md:px-6">
      <Button size="sm" onClick={show} aria-label={`Show ${next} more columns`}>
        {left > next ? `Show ${next} of ${left} more` : `Show ${next} more`}
      </Button>
    </div>
  );
}
