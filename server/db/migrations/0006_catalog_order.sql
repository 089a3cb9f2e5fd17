ALTER TABLE "catalog_maps" ADD COLUMN "place" bigserial NOT NULL;--> statement-breakpoint
UPDATE "catalog_maps" SET "place" = "added"."n" FROM (
  SELECT "catalog_id", "map_id", row_number() OVER (ORDER BY "added_at", "map_id") AS "n" FROM "catalog_maps"
) AS "added" WHERE "added"."catalog_id" = "catalog_maps"."catalog_id" AND "added"."map_id" = "catalog_maps"."map_id";
