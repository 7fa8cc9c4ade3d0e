import { create } from 'zustand';
import type { ApiError } from '../api/api-error.ts';

/** The failed call that no view shows. */
export const useFailure = create<{ error: ApiError | null }>(() => ({ error: null }));

export function showFailure(error: ApiError): void {
  useFailure.setState({ error });
}

export function dismissFailure(): void {
  useFailure.setState({ error: null });
}
