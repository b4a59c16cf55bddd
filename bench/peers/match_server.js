// node match_server.js PORT: a server of boardgame.io over PostgreSQL, by PGHOST, PGPORT, PGUSER and PGDATABASE.
const { Server } = require('boardgame.io/server');
const { PostgresStore } = require('bgio-postgres');
const { game } = require('./reduced');

const { PGHOST: host, PGPORT: port, PGUSER: username, PGDATABASE: database } = process.env;
const db = new PostgresStore({ host, port: Number(port), username, database, logging: false, pool: { max: 16 } });
Server({ games: [game], db, origins: ['http://127.0.0.1'] }).run({ port: Number(process.argv[2]) });
