-- Counters of the public page of case numbers.

CREATE TRIGGER case_reports_insert_counts AFTER INSERT ON case_reports BEGIN
  INSERT INTO case_months (month, reports_count) VALUES (CAST(strftime('%Y%m', NEW.created_at / 1000, 'unixepoch') AS INTEGER), 1)
    ON CONFLICT (month) DO UPDATE SET reports_count = reports_count + 1;
END;

-- The steps of the hours are `DECISION_HOURS` of contract/cases.ts. Acts on things that nobody reported took no time.
CREATE TRIGGER case_decisions_insert_counts AFTER INSERT ON case_decisions BEGIN
  INSERT INTO case_months (month, acted_count, dismissed_count)
    VALUES (CAST(strftime('%Y%m', NEW.decided_at / 1000, 'unixepoch') AS INTEGER), NEW.action <> 'none', NEW.action = 'none')
    ON CONFLICT (month) DO UPDATE SET acted_count = acted_count + excluded.acted_count,
      dismissed_count = dismissed_count + excluded.dismissed_count;
  INSERT INTO case_delays (month, within_hours, decisions_count)
    SELECT CAST(strftime('%Y%m', NEW.decided_at / 1000, 'unixepoch') AS INTEGER), coalesce(
        (SELECT min(value) FROM json_each('[1,2,4,8,12,24,48,72,168,336,720]') WHERE value * 3600000 >= NEW.decided_at - created_at), 8760), 1
    FROM cases WHERE id = NEW.case_id AND reports_count > 0
    ON CONFLICT (month, within_hours) DO UPDATE SET decisions_count = decisions_count + 1;
END;

CREATE TRIGGER appeals_update_counts AFTER UPDATE OF closed_at ON appeals
WHEN OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL BEGIN
  INSERT INTO case_months (month, upheld_count, overturned_count)
    VALUES (CAST(strftime('%Y%m', NEW.closed_at / 1000, 'unixepoch') AS INTEGER), NEW.outcome = 'upheld', NEW.outcome = 'overturned')
    ON CONFLICT (month) DO UPDATE SET upheld_count = upheld_count + excluded.upheld_count,
      overturned_count = overturned_count + excluded.overturned_count;
END;
