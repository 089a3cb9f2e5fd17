CREATE TABLE "point_wishes" (
	"map_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"note" text,
	"wished_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "point_wishes_map_id_user_id_pk" PRIMARY KEY("map_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "point_wishes" ADD CONSTRAINT "point_wishes_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_wishes" ADD CONSTRAINT "point_wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "point_wishes_user" ON "point_wishes" USING btree ("user_id");