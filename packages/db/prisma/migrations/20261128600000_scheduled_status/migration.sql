-- A value that an enum gains can be used in the next migration at the earliest.
ALTER TYPE "subscription_status" ADD VALUE 'scheduled' AFTER 'pending';
