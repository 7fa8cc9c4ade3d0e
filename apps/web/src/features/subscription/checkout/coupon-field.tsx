import { Button } from '@picksync/ui/button.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import type { useCoupon } from './use-coupon.ts';

/** Where a coupon is typed. */
export function CouponField({ coupon }: { coupon: ReturnType<typeof useCoupon> }) {
  return (
    <form
      noValidate
      aria-label="Coupon"
      onSubmit={(event) => {
        event.preventDefault();
        coupon.apply();
      }}
    >
      <Field label="Coupon" error={coupon.error}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              value={coupon.typed}
              onChange={({ target }) => coupon.type(target.value)}
              placeholder="Code"
              maxLength={64}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="min-w-0 flex-1"
            />
            <Button
              type="submit"
              disabled={coupon.typed.trim() === '' && !coupon.isChecking}
              pending={coupon.isChecking}
              className="h-9!"
            >
              Apply
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
