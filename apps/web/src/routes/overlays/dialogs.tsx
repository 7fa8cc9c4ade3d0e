import { useFailure } from '../../stores/failure.ts';
import { useProof } from '../../stores/proof.ts';
import { useSessionOver } from '../../stores/session-over.ts';
import { Confirm } from './confirm.tsx';
import { Failure } from './failure.tsx';
import { Proof } from './proof.tsx';
import { SessionOver } from './session-over.tsx';

/** The dialogs that any page can open. One file: every file of its own weighs on the first load of every page. */
export function Dialogs() {
  const isFailed = useFailure(({ error }) => error !== null);
  const isSessionOver = useSessionOver(({ email }) => email !== null);
  const isProofAsked = useProof(({ isAsked }) => isAsked);
  return (
    <>
      <Confirm />
      {isFailed && <Failure />}
      {isProofAsked && <Proof />}
      {isSessionOver && <SessionOver />}
    </>
  );
}
