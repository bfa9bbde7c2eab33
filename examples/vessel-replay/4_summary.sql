-- Step 4, the answers: alarms by kind and setting, and how many only the strict setting raised.
--
--   tarn run --warehouse tarn-demo/warehouse examples/vessel-replay/4_summary.sql

SET 'execution.runtime-mode' = 'batch';

WITH also_usual AS (
  SELECT DISTINCT s.alarm, s.mmsi, s.started
  FROM alarms AS s
  JOIN alarms AS u ON u.alarm = s.alarm AND u.mmsi = s.mmsi AND u.started <= s.ended AND u.ended >= s.started
  WHERE s.setting = 'strict' AND u.setting = 'usual'
)
SELECT a.alarm,
       SUM(CASE WHEN a.setting = 'strict' THEN 1 ELSE 0 END) AS strict,
       SUM(CASE WHEN a.setting = 'usual' THEN 1 ELSE 0 END) AS usual,
       SUM(CASE WHEN a.setting = 'strict' AND b.mmsi IS NULL THEN 1 ELSE 0 END) AS only_strict
FROM alarms AS a
LEFT JOIN also_usual AS b ON b.alarm = a.alarm AND b.mmsi = a.mmsi AND b.started = a.started
GROUP BY a.alarm
ORDER BY a.alarm;
