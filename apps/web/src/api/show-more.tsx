import { Button } from '@picksync/ui/button.tsx';
import { cx } from '@picksync/ui/class-names.ts';
import type { ComponentProps } from 'react';
import { showToast } from '../stores/toast.ts';
import { tryAgain } from './use-action.ts';

type Loaded = { isError: boolean; data: { pages: readonly unknown[] } | undefined };

type ShowMoreProps = Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'pendingLabel'> & {
  /** The query of the list. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<Loaded> };
  className?: string;
  /** Called with the number of pages when another one is loaded. */
  onPages?: (count: number) => void;
  label?: string;
  /** The title of the message when none could be loaded. */
  failure?: string;
};

/** The button below a list that comes in pages; draws nothing once all of it is there. */
export function ShowMore({ list, className, onPages, label = 'Show more', failure, ...look }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  const showMore = async () => {
    const { isError, data } = await list.fetchNextPage();
    if (isError)
      showToast({
        tone: 'bad',
        title: failure ?? 'Could not load more',
        description: 'Please try again.',
        action: tryAgain(showMore),
      });
    else if (data) onPages?.(data.pages.length);
  };
  return (
    <div className={cx('border-line', className)}>
      <Button {...look} pending={list.isFetchingNextPage} onClick={() => void showMore()}>
        {label}
      </Button>
    </div>
  );
}
