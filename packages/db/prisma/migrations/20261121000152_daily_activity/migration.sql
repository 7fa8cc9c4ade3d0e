-- What happens often is told once per user and day, with a count.
ALTER TABLE "activity_logs" ADD COLUMN "count" INTEGER, ADD COLUMN "day" DATE;

CREATE UNIQUE INDEX "activity_logs_user_id_action_day_key" ON "activity_logs"("user_id", "action", "day");
