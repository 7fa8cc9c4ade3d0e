import { create } from 'zustand';
import type { FailureNotice } from '../ui/failure-dialog.tsx';

/** What went wrong and nobody else shows. */
export const useFailure = create<{ notice: FailureNotice | null }>(() => ({ notice: null }));

export function showFailure(notice: FailureNotice): void {
  useFailure.setState({ notice });
}

export function dismissFailure(): void {
  useFailure.setState({ notice: null });
}
