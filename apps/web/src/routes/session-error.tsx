import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { failureText } from '../api/failure-texts.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import { Button } from '../ui/button.tsx';

const unexpected = {
  title: 'An Error Occurred',
  message: 'The page could not be shown.',
  suggestion: 'Reload it. If it happens again, please write to support.',
};

/** A page that could not be loaded at all. */
export function SessionError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { title, message, suggestion } = error instanceof ApiError ? failureText(error) : unexpected;
  // What is not a failed call is most often a file of the version before: only a reload brings the new one.
  const retry = () => (error instanceof ApiError ? router.invalidate() : window.location.reload());
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-5 bg-canvas px-4 text-center">
      <BrandMark size={36} />
      <div role="alert" className="grid gap-1.5">
        <h1 className="text-xl font-bold tracking-[-0.014em]">{title}</h1>
        <p className="max-w-[48ch] text-ink-2">
          {message} {suggestion}
        </p>
      </div>
      <Button variant="primary" onClick={retry}>
        Retry
      </Button>
    </main>
  );
}
