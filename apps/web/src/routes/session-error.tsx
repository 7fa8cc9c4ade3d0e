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
      text={<FailureText text={`${message} ${suggestion}`} error={error} />}
      onRetry={() => void retry()}
    />
  );
}

/** What happened and what to do, and the code that support will ask for where the server answered. */
function FailureText({ text, error }: { text: string; error: unknown }) {
  return (
    <>
      {text}
      {error instanceof ApiError && error.status > 0 && (
        <span className="mt-1.5 block text-xs">
          Error code: <span className="font-semi">{apiErrorCode(error)}</span>
        </span>
      )}
    </>
  );
}
