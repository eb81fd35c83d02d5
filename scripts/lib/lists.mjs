// There are two lists of tests: what every change has to pass (npm test), and what a release has to pass (npm test -- --full), which
// includes the first. The first list differs by exactly what is named here; scripts/lists.test.mjs proves that nothing is in neither list.

/** Set to '1' for tests under --full: fuzz, board models, kills and the damage table then take their long walks. */
export const FULL_VARIABLE = 'TEST_FULL'

/** Browser tests with this tag run under --full only. */
export const FULL_TAG = '@full'

/**
 * The first list runs every server test on the embedded PostgreSQL, but on the system's PostgreSQL only those that can differ there.
 * Each entry of `files` is part of a path.
 */
export const ON_BOTH_DATABASES = [
  {
    why: 'Migrations, objects, transactions, prepared statements, errors and lost connections are PostgreSQL itself.',
    files: ['server/src/platform/database/', 'server/src/platform/http/connections.test.ts'],
  },
  {
    why: 'COPY writes the rows of a backup, and another server reads them.',
    files: ['server/src/features/portal/backup/'],
  },
  {
    why: 'Rows, advisory locks and unique keys decide who of several comes first, and who meets a deadlock.',
    files: [
      '.races.test.ts',
      'server/src/features/dispatch/board/change/board.batch.test.ts',
      'server/src/features/dispatch/board/change/board.moves.test.ts',
      'server/src/features/dispatch/board/change/board.statement.test.ts',
      'server/src/features/dispatch/units/units.departments.test.ts',
      'server/src/features/legal/warrants/drafts/warrants.drafts.test.ts',
      'server/src/features/patrols/settling/',
      'server/src/features/people/roles/last-root.test.ts',
      'server/src/features/records/claims/',
      'server/src/features/records/reports/drafts/reports.submit.test.ts',
      'server/src/features/records/vehicles/vehicles.hand-over.test.ts',
    ],
  },
  {
    why: 'LISTEN and NOTIFY carry changes of access, entitlements and jobs.',
    files: [
      'server/src/platform/auth/access-watch.test.ts',
      'server/src/platform/jobs/',
      'server/src/features/community/entitlements/entitlements.test.ts',
    ],
  },
  {
    why: 'Names are folded, compared, searched and sorted by the collation and the trigrams of the database.',
    files: [
      'server/src/features/records/lookups/',
      'server/src/features/records/bolos/',
      'server/src/features/records/fields/fields.test.ts',
      'server/src/features/records/imports/imports.test.ts',
      'server/src/features/records/offences/',
      'server/src/features/people/users/users.list.test.ts',
      'server/src/features/people/members/members.roster.test.ts',
      'server/src/features/legal/warrants/read/warrants.lists.test.ts',
      'server/src/features/legal/warrants/read/warrants.lookups.test.ts',
    ],
  },
  {
    why: 'Days follow a time zone, and each PostgreSQL brings its own data of zones.',
    files: [
      'server/src/platform/calendar/',
      'server/src/features/portal/calendar/',
      'server/src/features/patrols/patrols/patrols.zones.test.ts',
    ],
  },
  {
    why: 'The planner chooses indexes and the order of joins, and partitions and views of days are dropped and read.',
    files: [
      'server/src/features/people/audit/',
      'server/src/features/legal/warrants/history/warrants.check-all.test.ts',
      'server/src/features/legal/warrants/decide/warrants.expire.test.ts',
      'server/src/features/dispatch/calls/calls.location.test.ts',
      'server/src/features/game/api-logs/api-logs.test.ts',
      'server/src/features/game/tracks/tracks.test.ts',
      'server/src/features/patrols/patrols/patrols.top.test.ts',
      'server/src/features/patrols/patrols/patrols.totals.test.ts',
    ],
  },
]

/** Parts of paths, as Vitest takes them on its command line. */
export const onBothDatabases = () => ON_BOTH_DATABASES.flatMap(({ files }) => files)
