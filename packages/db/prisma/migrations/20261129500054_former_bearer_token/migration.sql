-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "former_auth_token_hash" TEXT,
ADD COLUMN     "former_auth_token_until" TIMESTAMPTZ(3);
