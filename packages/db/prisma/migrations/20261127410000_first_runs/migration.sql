-- AlterEnum
ALTER TYPE "run_trigger" ADD VALUE 'creation';
