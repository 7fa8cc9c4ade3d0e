import { type ChangeEvent, type FormEvent, useState } from 'react';
import { type FormErrors, formErrorsOf } from '../../api/form-failure.ts';
import type { Checked } from './session.schemas.ts';

type SignInFormOptions<F extends Record<string, string>> = {
  initial: F;
  /** Fetches the validation, which weighs more than the page: it comes when the form is first touched. */
  loadCheck: () => Promise<(typed: F) => Checked<F>>;
  /** Sends what was typed. The form is pending until this ends. */
  send: (values: F) => Promise<unknown>;
  /** Said when the server refuses without words of its own. */
  fallback: string;
};

/** The few small forms of signing in. They are on the way of every new visitor, so they do without a form library. */
export function useSignInForm<F extends Record<string, string>>(options: SignInFormOptions<F>) {
  const { initial, loadCheck, send, fallback } = options;
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<string>>({});
  const [pending, setPending] = useState(false);

  const change = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors(({ [name]: _mended, ...others }) => others);
  };

  const submit = async (form: HTMLFormElement) => {
    setPending(true);
    setErrors({});
    const showErrors = (found: FormErrors<string>) => {
      setErrors(found);
      setPending(false);
      focusFirst(form, found);
    };
    try {
      // Without the validation nothing is checked here; the server's own check answers.
      const check = await loadCheck().catch(() => null);
      const checked = check ? check(values) : { values };
      if ('errors' in checked) return showErrors(checked.errors);
      await send(checked.values);
      setPending(false);
    } catch (problem) {
      showErrors(formErrorsOf({ problem, fields: Object.keys(initial), fallback }));
    }
  };

  return {
    errors,
    pending,
    /** Attributes of an input. */
    input: (name: keyof F & string) => ({
      name,
      value: values[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(name, target.value),
    }),
    change,
    values,
    touch: () => void loadCheck().catch(() => undefined),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (!pending) void submit(event.currentTarget);
    },
  };
}

/** The first field of the form that is wrong gets the focus, so that the next key already mends it. */
function focusFirst(form: HTMLFormElement, errors: FormErrors<string>): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  fields.find(({ name }) => errors[name])?.focus();
}
