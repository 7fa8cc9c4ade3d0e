-- A statement that changes several tables at once ends with this: unless its condition holds, all of it is undone.
CREATE FUNCTION refuse_unless(holds boolean, what text) RETURNS boolean LANGUAGE plpgsql VOLATILE
  SET search_path = pg_catalog AS $$
BEGIN
  IF holds THEN
    RETURN true;
  END IF;
  RAISE EXCEPTION '%', what USING ERRCODE = 'PSREF';
END $$;
