import { Dialog } from '@picksync/ui/dialog.tsx';
import { ErrorState } from '@picksync/ui/error-state.tsx';
import { Loading, Skeleton } from '@picksync/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { getMessage } from '../../../api/form-errors.ts';
import { proofMethodsQuery } from '../../../api/proof.queries.ts';
import { ProofForm } from './proof-form.tsx';

type ProofDialogProps = { onProven: () => void; onClose: () => void };

const frame = {
  title: 'Confirm that it is you',
  description: 'This changes who can use your account, so we ask again.',
};

/** Asks the user to prove who they are, above everything that is open. */
export function ProofDialog({ onProven, onClose }: ProofDialogProps) {
  const { data, error, isFetching, refetch } = useQuery(proofMethodsQuery);
  if (data) return <ProofForm {...frame} methods={data.methods} onProven={onProven} onClose={onClose} />;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} {...frame}>
      {error ? (
        <ErrorState
          message={getMessage(error, 'We could not find out how you can confirm it.')}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading label="Loading" className="grid gap-1.5">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-9" />
        </Loading>
      )}
    </Dialog>
  );
}
