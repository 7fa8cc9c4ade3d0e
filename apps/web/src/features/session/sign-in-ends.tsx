import type { ReactNode } from 'react';

/** The secondary buttons below a form of signing in. */
export function SignInEnds({ children }: { children: ReactNode }) {
  return <div className="-mx-2.5 flex flex-wrap justify-between gap-x-4 gap-y-1">{children}</div>;
}
