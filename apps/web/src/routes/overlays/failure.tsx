import { dismissFailure, useFailure } from '../../stores/failure.ts';
import { FailureDialog } from '../../ui/failure-dialog.tsx';

export function Failure() {
  const notice = useFailure((state) => state.notice);
  return notice && <FailureDialog notice={notice} onDismiss={dismissFailure} />;
}
