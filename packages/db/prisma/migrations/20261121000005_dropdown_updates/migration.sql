-- How many dropdowns were ever written for a user: the activity that tells of each is kept for 90 days.
ALTER TABLE "users" ADD COLUMN "dropdown_updates" INTEGER NOT NULL DEFAULT 0;

UPDATE "users" SET "dropdown_updates" = told.written
FROM (
  SELECT user_id, count(*) AS written FROM activity_logs
  WHERE action = 'update_dropdown' AND status = 'success'
  GROUP BY user_id
) told
WHERE told.user_id = "users".id;
