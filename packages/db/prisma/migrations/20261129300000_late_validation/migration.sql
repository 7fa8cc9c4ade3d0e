-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "look_again_validation" BOOLEAN;
