import { FailureDialog } from '@picksync/ui/failure-dialog.tsx';
import { apiErrorCode, apiErrorText } from '../../api/api-error-texts.ts';
import { dismissFailure, useFailure } from '../../stores/failure.ts';

export function Failure() {
  const error = useFailure((state) => state.error);
  if (!error) return null;
  return (
    <FailureDialog
      notice={{ ...apiErrorText(error), code: apiErrorCode(error) }}
      onDismiss={dismissFailure}
    />
  );
}
