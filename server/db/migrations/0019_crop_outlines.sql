ALTER TABLE "map_versions" ADD COLUMN "outlines_crop" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "outline_revision" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "map_versions_sheet_outlined" ON "map_versions" USING btree ("id") WHERE not "map_versions"."outlines_crop" and "map_versions"."transformation" ->> 'mask' is not null;