-- A plan that is booked to begin at the end of a paid period or of a trial.
ALTER TABLE "users"
  ADD COLUMN "next_tier" "plan_tier",
  ADD COLUMN "next_starts_at" TIMESTAMPTZ(3),
  ADD COLUMN "next_ends_at" TIMESTAMPTZ(3);

ALTER TABLE "checkouts" ADD COLUMN "starts_at" TIMESTAMPTZ(3);

-- At most one plan per user waits for its day.
CREATE UNIQUE INDEX "subscriptions_one_scheduled" ON "subscriptions" ("user_id") WHERE "status" = 'scheduled';

ALTER TABLE "plan_changes" DROP CONSTRAINT "plan_changes_kind_known";
ALTER TABLE "plan_changes" ADD CONSTRAINT "plan_changes_kind_known" CHECK (kind IN
  ('trial_started', 'scheduled', 'unscheduled', 'activated', 'renewed', 'past_due', 'recovered', 'cancelled', 'resumed',
    'replaced', 'ended'));
