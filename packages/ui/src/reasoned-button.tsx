import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

type ReasonedButtonProps = ComponentProps<typeof Button> & {
  /** Why it cannot be pressed now; absent when it can. */
  disabledReason?: string | undefined;
  /** It was pressed all the same: on a phone there is no hovering, and the reason has to be said. */
  onRefused?: (reason: string) => void;
};

/** A button that, when it cannot be pressed, stays reachable and says why. */
export function ReasonedButton({ disabledReason, onRefused, onClick, ...rest }: ReasonedButtonProps) {
  return disabledReason ? (
    <Tooltip text={disabledReason}>
      <Button {...rest} aria-disabled="true" onClick={() => onRefused?.(disabledReason)} />
    </Tooltip>
  ) : (
    <Button {...rest} onClick={onClick} />
  );
}
