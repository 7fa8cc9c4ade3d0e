-- AlterTable
ALTER TABLE "write_intents" ADD COLUMN     "new_names" INTEGER;
