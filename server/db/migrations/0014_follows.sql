CREATE TABLE "follows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"map_id" uuid,
	"followed_id" uuid,
	"box" "box",
	"name" text,
	"followed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_one_a_map" UNIQUE("user_id","map_id"),
	CONSTRAINT "follows_one_a_user" UNIQUE("user_id","followed_id")
);
--> statement-breakpoint
ALTER TABLE "catalog_shares" ADD COLUMN "may_edit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_followed_id_users_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follows_map" ON "follows" USING btree ("map_id");--> statement-breakpoint
CREATE INDEX "follows_user" ON "follows" USING btree ("followed_id");--> statement-breakpoint
CREATE INDEX "follows_box" ON "follows" USING gist ("box");