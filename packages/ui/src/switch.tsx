import { Switch as Radix } from 'radix-ui';

type SwitchProps = {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** Something that is on or off at once, without being sent. */
export function Switch({ label, checked, disabled = false, onChange }: SwitchProps) {
  return (
    <Radix.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      className="relative h-5 w-[34px] min-h-0 min-w-0 shrink-0 rounded-full border border-edge bg-sunken transition-colors after:absolute after:-inset-x-1.5 after:-inset-y-[3px] pointer-coarse:after:-inset-[13px] disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-accent forced-colors:data-[state=checked]:bg-[Highlight]"
    >
      <Radix.Thumb className="block size-3.5 translate-x-[2px] rounded-full bg-ink-2 transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-accent-ink forced-colors:bg-[ButtonText] forced-colors:data-[state=checked]:bg-[HighlightText]" />
    </Radix.Root>
  );
}
