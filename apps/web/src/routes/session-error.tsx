import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { apiErrorText } from '../api/api-error-texts.ts';
import { PageFailure } from './page-failure.tsx';

const unexpected = {
  title: 'An Error Occurred',
  message: 'The page could not be shown.',
  suggestion: 'Reload it. If it happens again, please write to support.',
};

/** A page that could not be loaded at all. */
export function SessionError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { title, message, suggestion } = error instanceof ApiError ? apiErrorText(error) : unexpected;
  // What is not a failed call does not go away by asking again.
  const retry = () => (error instanceof ApiError ? router.invalidate() : window.location.reload());
  return <PageFailure title={title} text={`${message} ${suggestion}`} onRetry={() => void retry()} />;
}
