import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';

type FailureOf = (failed: ErrorComponentProps) => ReactNode;

const FailureContext = createContext<FailureOf>(() => null);

/** Named once: another component with each drawing would replace a Retry while somebody presses it. */
function Failure(failed: ErrorComponentProps) {
  return useContext(FailureContext)(failed);
}

type FailureBoundaryProps = {
  /** Stands in the place of what failed; what it throws itself is for the next boundary. */
  failure: FailureOf;
  /** When it changes, what failed begins anew. */
  resetKey?: number;
  children: ReactNode;
};

/** Keeps a failure inside a part of the page. */
export function FailureBoundary({ failure, resetKey = 0, children }: FailureBoundaryProps) {
  return (
    <FailureContext value={failure}>
      <CatchBoundary getResetKey={() => resetKey} errorComponent={Failure}>
        {children}
      </CatchBoundary>
    </FailureContext>
  );
}
