CREATE TABLE "map_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"map_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"send_key" text,
	CONSTRAINT "map_comments_sent" UNIQUE("user_id","map_id","send_key")
);
--> statement-breakpoint
ALTER TABLE "map_comments" ADD CONSTRAINT "map_comments_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_comments" ADD CONSTRAINT "map_comments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "map_comments_map" ON "map_comments" USING btree ("map_id","written_at","id");