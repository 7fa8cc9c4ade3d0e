import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

export const otpLength = 6;
const places = Array.from({ length: otpLength }, (_, place) => place);

type OtpInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
};

/** Codes are copied out of mails with blanks and dashes round and inside them. */
function tidy(text: string): string {
  return text.replace(/[\s-]/g, '');
}

/**
 * A six-digit code. One real input lies invisibly over six drawn boxes, so that pasting, the phone's own
 * suggestion from a message, and screen readers work as with any input.
 */
export function OtpInput({ value, onChange, className, ...rest }: OtpInputProps) {
  const isRefused = Boolean(rest['aria-invalid']) && value.length === otpLength;
  const change = (text: string) => {
    const typed = tidy(text);
    // What is typed after a code that was refused begins the next one.
    const code = isRefused && typed.startsWith(value) ? typed.slice(otpLength) : typed;
    onChange(code.slice(0, otpLength));
  };
  return (
    <div className={cx('group relative w-full', className)}>
      <input
        {...rest}
        value={value}
        onChange={(event) => change(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        className="peer absolute inset-0 z-10 w-full cursor-text bg-transparent text-lg text-transparent caret-transparent outline-none"
      />
      <div aria-hidden="true" className="grid grid-cols-6 gap-2">
        {places.map((place) => (
          <span
            key={place}
            data-filled={place < value.length || undefined}
            data-next={place === Math.min(value.length, otpLength - 1) || undefined}
            className={cx(
              'tabular grid h-12 place-items-center rounded-md border border-edge bg-surface text-xl font-semi',
              'group-has-aria-invalid:border-bad group-focus-within:data-next:border-accent',
              'group-focus-within:data-next:outline-2 group-focus-within:data-next:outline-accent',
            )}
          >
            {value[place] ?? ''}
          </span>
        ))}
      </div>
    </div>
  );
}
