-- How a user reads times and dates: with 12 hours and the month first, until they choose.
CREATE TYPE "clock" AS ENUM ('h12', 'h24');
CREATE TYPE "date_order" AS ENUM ('month', 'day', 'year');
ALTER TABLE "users" ADD COLUMN "clock" "clock" NOT NULL DEFAULT 'h12',
  ADD COLUMN "date_order" "date_order" NOT NULL DEFAULT 'month';
