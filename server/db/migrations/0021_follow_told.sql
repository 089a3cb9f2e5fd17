CREATE TABLE "follow_told" (
	"follow_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	CONSTRAINT "follow_told_follow_id_map_id_pk" PRIMARY KEY("follow_id","map_id")
);
--> statement-breakpoint
ALTER TABLE "follow_told" ADD CONSTRAINT "follow_told_follow_id_follows_id_fk" FOREIGN KEY ("follow_id") REFERENCES "public"."follows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_told" ADD CONSTRAINT "follow_told_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follow_told_map" ON "follow_told" USING btree ("map_id");