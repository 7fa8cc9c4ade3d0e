import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

type ReasonedButtonProps = ComponentProps<typeof Button> & {
  /** Why it cannot be pressed now; absent when it can. */
  disabledReason?: string | undefined;
};

/** A button that, when it cannot be pressed, stays reachable and says why. */
export const ReasonedButton = ({ disabledReason, onClick, ...rest }: ReasonedButtonProps) =>
  disabledReason ? (
    <Tooltip text={disabledReason}>
      <Button {...rest} aria-disabled="true" onClick={(event) => event.preventDefault()} />
    </Tooltip>
  ) : (
    <Button {...rest} onClick={onClick} />
  );
