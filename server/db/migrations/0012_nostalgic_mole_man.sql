ALTER TABLE "maps" ADD COLUMN "date_text" text;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "date_from" smallint;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "date_to" smallint;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "date_is_unsure" boolean;