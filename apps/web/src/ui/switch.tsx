import { Switch as Radix } from 'radix-ui';

type SwitchProps = {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** On or off, at once. `label` is its name; show a word for the state beside it. */
export const Switch = ({ label, checked, disabled, onChange }: SwitchProps) => (
  <Radix.Root
    aria-label={label}
    checked={checked}
    disabled={disabled ?? false}
    onCheckedChange={onChange}
    className="inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-edge bg-sunken p-0.5 transition-colors disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
  >
    <Radix.Thumb className="block size-[18px] rounded-full bg-ink-3 transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-accent-ink" />
  </Radix.Root>
);
