CREATE INDEX "maps_listed_upload" ON "maps" USING btree ("upload_date","id") WHERE is_public and current_version_id is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "maps_listed_title" ON "maps" USING btree ("title" collate "lt-x-icu","id") WHERE is_public and current_version_id is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "maps_listed_rating" ON "maps" USING btree (("rating_sum"::float8 / greatest("rating_count", 1)),"id") WHERE is_public and current_version_id is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "maps_listed_place" ON "maps" USING gist ("corners") INCLUDE ("id", "first_year", "last_year", "upload_date") WHERE is_public and current_version_id is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "maps_listed_years" ON "maps" USING btree ("first_year", "last_year") INCLUDE ("id", "upload_date", "corners") WHERE is_public and current_version_id is not null and deleted_at is null;
