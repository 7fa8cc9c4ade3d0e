-- AlterTable
ALTER TABLE "plans" ADD COLUMN     "paypal_discount_plan_id" TEXT;

-- Every plan that was made at PayPal so far begins with a cycle of its own for the first month.
UPDATE "plans" SET "paypal_discount_plan_id" = "paypal_plan_id", "paypal_plan_id" = NULL;
