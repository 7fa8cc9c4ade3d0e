import { authEndpoints } from '@picksync/contracts';
import { Tabs } from '@picksync/ui/tabs.tsx';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { useFinishLogin } from './log-in.ts';
import { LoginForm, type SecondFactorMissing } from './login-form.tsx';
import { openedToken } from './mail-link.ts';
import {
  forgetPending,
  pendingEmail,
  rememberPending,
  rememberResetEmail,
  resetEmail,
  type VerificationNeeded,
} from './pending-account.ts';
import { EmailField, NewPasswordFields } from './sign-in-fields.tsx';
import { SignInForm, useSignInForm } from './sign-in-form.tsx';
import { SignInFrame, SignInTitle } from './sign-in-frame.tsx';

// The steps after the first reply of the server, loaded later: the form does not need them.
// The card keeps about its height meanwhile.
const inPlace = { pending: <div className="h-60" /> };
const VerifyPanel = lazyPart(async () => (await import('./verify-panel.tsx')).VerifyPanel, inPlace);
const VerificationNeededPanel = lazyPart(
  async () => (await import('./verify-panel.tsx')).VerificationNeededPanel,
  inPlace,
);

const SecondFactorPanel = lazyPart(
  async () => (await import('./second-factor/second-factor-step.tsx')).SecondFactorPanel,
  inPlace,
);

const ForgotPanel = lazyPart(async () => (await import('./forgot-panel.tsx')).ForgotPanel, inPlace);
const ResetPanel = lazyPart(async () => (await import('./reset-panel.tsx')).ResetPanel, inPlace);

const ProviderButtons = lazyPart(
  async () => (await import('./providers/provider-buttons.tsx')).ProviderButtons,
);
const ProviderOutcome = lazyPart(
  async () => (await import('./providers/provider-outcome.tsx')).ProviderOutcome,
);

const restMs = 300;

export type LoginMode = 'login' | 'register' | 'verify' | 'forgot' | 'reset';

type LoginScreenProps = {
  mode: LoginMode;
  onMode: (mode: LoginMode) => unknown;
  /** Why the login is shown in place of another page. */
  reason?: string | undefined;
  /** The outcome of a sign-in with a provider. */
  outcome?: string | undefined;
};

/** The forms to log in and to register, and the steps that may follow: the code of the mail, the second factor. */
export function LoginScreen({ mode, onMode, reason, outcome }: LoginScreenProps) {
  // By the tabs the focus stays on the tab.
  const openedAs = useRef<LoginMode | null>(mode);
  if (openedAs.current !== mode) openedAs.current = null;
  const [needed, setNeeded] = useState<VerificationNeeded | null>(null);
  const [secondFactor, setSecondFactor] = useState<SecondFactorMissing | null>(
    outcome === 'second_factor' ? { email: '', factors: ['totp', 'recovery_code'] } : null,
  );
  const [restart, setRestart] = useState<{ email: string; reason: string | undefined }>();
  const finishLogin = useFinishLogin();
  const [notice, setNotice] = useState<string>();

  const askForCode = (said?: string) => {
    setNotice(said);
    setNeeded(null);
    onMode('verify');
  };
  const startOver = () => {
    forgetPending();
    setNeeded(null);
    onMode('login');
  };

  const logInAgain = (reason?: string) => {
    setRestart({ email: secondFactor?.email ?? '', reason });
    setSecondFactor(null);
  };
  const onLoggedIn = () => {
    forgetPending();
    rememberResetEmail('');
    return finishLogin({ afterMs: restMs });
  };

  return (
    <SignInFrame>
      {mode === 'verify' ? (
        <VerifyPanel
          email={pendingEmail()}
          token={openedToken('verify')}
          notice={notice}
          onOtherAccount={startOver}
        />
      ) : mode === 'forgot' ? (
        <ForgotPanel onSent={() => onMode('reset')} onBack={startOver} />
      ) : mode === 'reset' ? (
        <ResetPanel
          token={openedToken('reset')}
          email={resetEmail()}
          onNewCode={() => onMode('forgot')}
          onLogin={startOver}
        />
      ) : needed ? (
        <VerificationNeededPanel needed={needed} onHaveCode={() => askForCode()} onOtherAccount={startOver} />
      ) : secondFactor && mode === 'login' ? (
        <SecondFactorPanel {...secondFactor} onGiven={onLoggedIn} onStartOver={logInAgain} />
      ) : (
        <EnterForms
          mode={mode}
          reason={restart?.reason ?? reason}
          isRestart={restart !== undefined}
          outcome={outcome}
          onMode={onMode}
        >
          {mode === 'login' ? (
            <LoginForm
              // A user who has registered, or set a new password, in this tab logs in with that address.
              proposedEmail={restart?.email ?? (pendingEmail() || resetEmail())}
              onForgot={rememberResetEmail}
              onLoggedIn={onLoggedIn}
              onSecondFactor={setSecondFactor}
              onVerificationNeeded={setNeeded}
            />
          ) : (
            <RegisterForm onRegistered={askForCode} takesFocus={openedAs.current === mode} />
          )}
        </EnterForms>
      )}
    </SignInFrame>
  );
}

const tabs = [
  { value: 'login', label: 'Login' },
  { value: 'register', label: 'Register' },
] as const;

const heads = {
  login: { title: 'Welcome back', text: 'Log in to manage your automations.' },
  register: { title: 'Create your account', text: '14 days with the Basic features. No card needed.' },
};

type EnterFormsProps = {
  mode: 'login' | 'register';
  reason: string | undefined;
  /** Whether this step replaced another one. */
  isRestart: boolean;
  outcome: string | undefined;
  onMode: (mode: LoginMode) => unknown;
  children: ReactNode;
};

function EnterForms({ mode, reason, isRestart, outcome, onMode, children }: EnterFormsProps) {
  return (
    <>
      {/* Whoever was sent back hears where they are. */}
      <SignInTitle title={heads[mode].title} takesFocus={isRestart}>
        {mode === 'login' && reason ? reason : heads[mode].text}
      </SignInTitle>
      {outcome && outcome !== 'second_factor' && <ProviderOutcome />}
      <Tabs label="Login or register" tabs={tabs} value={mode} onChange={onMode}>
        {children}
      </Tabs>
      <ProviderButtons />
    </>
  );
}

type RegisterFormProps = {
  /** Called with what the server said. */
  onRegistered: (message: string) => void;
  takesFocus: boolean;
};

function RegisterForm({ onRegistered, takesFocus }: RegisterFormProps) {
  const form = useSignInForm({
    defaultValues: { email: '', password: '', confirmPassword: '' },
    loadCheck: async () => (await import('./session.schemas.ts')).checkRegistration,
    send: async ({ email, password }) => {
      const { message } = await call(authEndpoints.register, { body: { email, password } });
      rememberPending({ email, password });
      onRegistered(message);
    },
    fallback: 'Could not create account',
  });
  return (
    <SignInForm
      {...form.shell}
      label="Register"
      submitLabel="Create Account"
      pendingLabel="Creating account..."
    >
      <EmailField {...form.field('email')} autoFocus={takesFocus} />
      <NewPasswordFields form={form} getEmail={() => form.getValues('email')} />
      <p className="text-xs text-pretty text-ink-2">
        <Sentence
          text="By creating an account you agree to the <terms>Terms</terms>. <privacy>Privacy</privacy> says what is stored, and for how long."
          parts={{
            terms: (words) => <LegalLink href="/terms">{words}</LegalLink>,
            privacy: (words) => <LegalLink href="/privacy">{words}</LegalLink>,
          }}
        />
      </p>
    </SignInForm>
  );
}

/** Opens beside the form, so that nothing typed is lost. */
function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="font-medium text-ink underline underline-offset-2"
    >
      {children}
    </a>
  );
}
