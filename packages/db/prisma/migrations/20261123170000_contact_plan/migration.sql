-- What somebody was entitled to when they wrote to support.
CREATE TYPE "contact_plan" AS ENUM ('trial', 'free', 'basic', 'premium');

ALTER TABLE "contact_messages" ADD COLUMN "plan" "contact_plan";
