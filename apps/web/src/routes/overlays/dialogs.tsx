import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { ConfirmDialog } from '@picksync/ui/confirm-dialog.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { FailureDialog } from '@picksync/ui/failure-dialog.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { apiErrorCode, apiErrorText } from '../../api/api-error-texts.ts';
import { authStatusQuery } from '../../api/session.queries.ts';
import { useLoginAgain } from '../../api/use-login-again.ts';
import { LoginForm, type SecondFactorMissing } from '../../features/session/login-form.tsx';
import { SecondFactorStep } from '../../features/session/second-factor/second-factor-step.tsx';
import { StepUpDialog } from '../../features/session/step-up/step-up-dialog.tsx';
import { answerConfirm, useConfirm } from '../../stores/confirm.ts';
import { dismissFailure, useFailure } from '../../stores/failure.ts';
import { dismissSessionOver, forgetSessionOver, useSessionOver } from '../../stores/session-over.ts';
import { answerStepUp, useStepUp } from '../../stores/step-up.ts';
import { useBackCloses } from '../../ui/use-back-closes.tsx';

function SessionOver() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const email = useSessionOver((state) => state.email);
  const isWanted = useSessionOver((state) => state.isWanted);
  const mayInterrupt = useTypingPause() || isWanted;
  const logInAgain = useLoginAgain();
  const resume = async () => {
    await queryClient.fetchQuery({ ...authStatusQuery, staleTime: 0 });
    forgetSessionOver();
    // Loads again what failed meanwhile.
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey !== authStatusQuery.queryKey,
    });
    await router.invalidate();
  };
  const leave = () => {
    forgetSessionOver();
    void logInAgain();
  };
  return (
    email !== null &&
    mayInterrupt && (
      <SessionOverDialog
        email={email}
        onLoggedIn={resume}
        onOtherAccount={leave}
        onClose={dismissSessionOver}
      />
    )
  );
}

function StepUp() {
  return <StepUpDialog onProven={() => answerStepUp(true)} onClose={() => answerStepUp(false)} />;
}

function Failure() {
  const error = useFailure((state) => state.error);
  if (!error) return null;
  return (
    <FailureDialog
      notice={{ ...apiErrorText(error), code: apiErrorCode(error) }}
      onDismiss={dismissFailure}
    />
  );
}

type QuestionEntryProps = {
  /** What was pressed first; null where nothing was, and Back answers no. */
  answer: RefObject<boolean | null>;
  /** Set to what ends the question. */
  close: RefObject<() => void>;
};

/**
 * Makes a question an entry of the browser's history, so that Back means no. The answer is given once that entry is
 * gone, so that the caller may navigate.
 */
function QuestionEntry({ answer, close }: QuestionEntryProps) {
  close.current = useBackCloses(() => {
    answerConfirm(answer.current ?? false);
    answer.current = null;
  });
  return null;
}

function Confirm() {
  const { open, current } = useConfirm();
  const answer = useRef<boolean>(null);
  const close = useRef(() => {});
  if (!current) return null;
  const decide = (yes: boolean) => {
    answer.current ??= yes;
    close.current();
  };
  return (
    <>
      {open && <QuestionEntry answer={answer} close={close} />}
      <ConfirmDialog
        {...current.question}
        open={open}
        onConfirm={() => decide(true)}
        onCancel={() => decide(false)}
      />
    </>
  );
}

/** The dialogs that any page can open. They share a file, because every file adds to the first load of every page. */
export function Dialogs() {
  const isFailed = useFailure(({ error }) => error !== null);
  const isSessionOver = useSessionOver(({ email }) => email !== null);
  const isStepUpOpen = useStepUp(({ isOpen }) => isOpen);
  return (
    <>
      <Confirm />
      {isFailed && <Failure />}
      {isStepUpOpen && <StepUp />}
      {isSessionOver && <SessionOver />}
    </>
  );
}

type SessionOverDialogProps = {
  email: string;
  onLoggedIn: () => Promise<void>;
  /** Somebody else wants to log in. */
  onOtherAccount: () => void;
  onClose: () => void;
};

/** Asks for the password again, above a page that stays as it is. */
function SessionOverDialog({ email, onLoggedIn, onOtherAccount, onClose }: SessionOverDialogProps) {
  const [notice, setNotice] = useState<string>();
  const [secondFactor, setSecondFactor] = useState<SecondFactorMissing | null>(null);
  return (
    <Dialog
      onClose={onClose}
      onOpenFocus={() => document.querySelector<HTMLElement>('[role="dialog"] [type="password"]')?.focus()}
      title="Your session has ended"
      isAboutSession
      description="Log in again to go on. What you have typed is kept."
    >
      {notice && <Alert tone="warn">{notice}</Alert>}
      {secondFactor ? (
        <SecondFactorStep
          factors={secondFactor.factors}
          onGiven={onLoggedIn}
          onStartOver={(reason) => {
            setNotice(reason);
            setSecondFactor(null);
          }}
        />
      ) : (
        <LoginForm
          email={email}
          onLoggedIn={onLoggedIn}
          onSecondFactor={setSecondFactor}
          onVerificationNeeded={({ message }) => setNotice(message)}
        />
      )}
      <div className="mt-2 -ms-2.5">
        <Button variant="quiet" size="sm" onClick={onOtherAccount}>
          Try Different Account
        </Button>
      </div>
    </Dialog>
  );
}

/** Longer than the pause between two words. */
const pauseMs = 3000;

function isTextField(element: Element | null): boolean {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(element.type))
  );
}

/**
 * Returns whether something may take the focus: at once where nobody is in a text field, else as soon as nothing has been
 * typed for a while or a button is pressed, so that no letter goes where it was not meant to.
 */
function useTypingPause(): boolean {
  const [mayInterrupt, setMayInterrupt] = useState(() => !isTextField(document.activeElement));
  useEffect(() => {
    if (mayInterrupt) return;
    const pause = () => setTimeout(() => setMayInterrupt(true), pauseMs);
    let timer = pause();
    const again = () => {
      clearTimeout(timer);
      timer = pause();
    };
    const heard = ['keydown', 'input'] as const;
    const end = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('button')) setMayInterrupt(true);
    };
    document.addEventListener('click', end);
    for (const event of heard) document.addEventListener(event, again, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', end);
      for (const event of heard) document.removeEventListener(event, again, { capture: true });
    };
  }, [mayInterrupt]);
  return mayInterrupt;
}
