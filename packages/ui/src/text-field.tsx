import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { controlClass, Input } from './input.tsx';
import { PasswordInput } from './password-input.tsx';

/** `input` are the attributes by which a form reads the control; any others are its own. */
type ControlProps<Tag extends 'input' | 'textarea'> = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<Tag>, 'children'> & { input: ComponentProps<Tag> };

/** A field of one line. Browsers fill in nothing unless `autoComplete` says what belongs there. */
export function TextField({ label, error, hint, aside, input, ...rest }: ControlProps<'input'>) {
  return (
    <Field {...{ label, error, hint, aside }}>
      {(control) => <Input autoComplete="off" {...control} {...input} {...rest} />}
    </Field>
  );
}

export function PasswordField(props: ControlProps<'input'>) {
  const { label, error, hint, aside, describedBy, input, ...rest } = props;
  return (
    <Field {...{ label, error, hint, aside, describedBy }}>
      {(control) => <PasswordInput {...control} {...input} {...rest} />}
    </Field>
  );
}

/** A field of several lines. `className` says how high it is at least. */
export function TextAreaField({ label, error, hint, input, className, ...rest }: ControlProps<'textarea'>) {
  return (
    <Field {...{ label, error, hint }}>
      {(control) => (
        <textarea
          dir="auto"
          {...control}
          {...input}
          {...rest}
          className={`${controlClass} px-3 py-2 text-lg md:text-md ${className}`}
        />
      )}
    </Field>
  );
}
