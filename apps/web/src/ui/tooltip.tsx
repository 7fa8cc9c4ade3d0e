import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

type TooltipProps = { text: string; side?: 'top' | 'right' | 'bottom'; children: ReactNode };

/** A short explanation on hover and on keyboard focus. `children` is one element that takes a ref. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={250}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-[260px] animate-fade-in rounded-sm bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-pop forced-colors:border"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
