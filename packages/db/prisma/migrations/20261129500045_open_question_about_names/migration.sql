-- AlterTable
ALTER TABLE "source_names" ADD COLUMN     "is_asked" BOOLEAN NOT NULL DEFAULT false;
