-- Every map is the only one of its scan until now. A generated column is filled while it is added, without an update that
-- the triggers would take for a change of every map.
ALTER TABLE "maps" ADD COLUMN "scan_id" uuid GENERATED ALWAYS AS ("id") STORED;--> statement-breakpoint
ALTER TABLE "maps" ALTER COLUMN "scan_id" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "maps" ALTER COLUMN "scan_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "maps_scan" ON "maps" USING btree ("scan_id");--> statement-breakpoint
-- A process of the release before, which knows no such column, still adds maps while this one starts.
CREATE FUNCTION own_scan_of_map() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.scan_id := coalesce(NEW.scan_id, NEW.id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER maps_own_scan BEFORE INSERT ON "maps" FOR EACH ROW EXECUTE FUNCTION own_scan_of_map();
