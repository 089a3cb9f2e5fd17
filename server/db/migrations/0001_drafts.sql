CREATE TABLE "drafts" (
	"user_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"version" bigint NOT NULL,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"base_version" integer,
	"transformation" jsonb NOT NULL,
	CONSTRAINT "drafts_user_id_map_id_pk" PRIMARY KEY("user_id","map_id")
);
--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_map" ON "drafts" USING btree ("map_id");