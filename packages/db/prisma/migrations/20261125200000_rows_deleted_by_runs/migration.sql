-- AlterTable
ALTER TABLE "row_intents" ADD COLUMN     "deleted_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[];
