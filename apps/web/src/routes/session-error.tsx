import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { apiErrorCode, apiErrorText } from '../api/api-error-texts.ts';
import { PageFailure } from './page-failure.tsx';

const unexpected = {
  title: 'An Error Occurred',
  message: 'The page could not be shown.',
  suggestion: 'Reload it. If it happens again, please write to support.',
};

/** The page when the session could not be loaded. */
export function SessionError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { title, message, suggestion } = error instanceof ApiError ? apiErrorText(error) : unexpected;
  // Only a failed call is retried; other errors need a reload.
  const retry = () => (error instanceof ApiError ? router.invalidate() : window.location.reload());
  return (
    <PageFailure
      title={title}
      text={`${message} ${suggestion}`}
      {...(error instanceof ApiError && error.status > 0 && { code: apiErrorCode(error) })}
      onRetry={() => void retry()}
    />
  );
}
