ALTER TABLE "withdrawal_requests" DROP CONSTRAINT "withdrawal_requests_form_key";--> statement-breakpoint
ALTER TABLE "withdrawal_requests" DROP COLUMN "form_key";--> statement-breakpoint
ALTER TABLE "withdrawal_requests" DROP COLUMN "body";--> statement-breakpoint
ALTER TABLE "withdrawal_requests" DROP COLUMN "body_sha256";