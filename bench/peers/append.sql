\set position random(1, 1000000000)
insert into bare values (uuidv7(), :position, :position, 'CardPlayed', 1, 0,
    '{"at":"2026-01-01T00:00:00.000Z","data":{"card":"culture-1"},"ply":17,"position":30,"seat":2,"secrets":{},"type":"CardPlayed","v":1}',
    null, '\x3030303030303030303030303030303030303030303030303030303030303030');
