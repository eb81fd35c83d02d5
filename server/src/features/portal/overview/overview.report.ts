import { statfs } from 'node:fs/promises'
import { arch, cpus, freemem, platform, release, totalmem } from 'node:os'
import { SETTINGS } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { VERSION } from '../../../version.ts'
import { readErrors } from './overview.errors.ts'
import { databaseBytes, readJobCounts } from './overview.repo.ts'

/** A report for somebody who helps: versions, health, settings and last errors. No names, texts, addresses, keys or tokens. */
export async function readReport(db: Db, env: Readonly<Record<string, string | undefined>>, dataDir: string): Promise<object> {
  const rowsOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows
  const [database] = await rowsOf(sql<{ version: string; schema: number; collation: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version, (select number from schema_state) as schema,
      (select datcollate from pg_database where datname = current_database()) as collation`)
  const stored = new Map(
    (await rowsOf(sql<{ key: string; value: unknown }>`select key, value from settings`)).map(({ key, value }) => [key, value]),
  )
  // Without a portal that has ever run here there is no queue.
  const [queue] = await rowsOf(sql<{ found: boolean }>`select to_regclass('graphile_worker.jobs') is not null as found`)
  const { waiting, failing, failed } = queue?.found ? await readJobCounts(db) : { waiting: 0, failing: 0, failed: 0 }
  const disk = await statfs(dataDir).catch(() => undefined)
  return {
    madeAt: new Date().toISOString(),
    versions: { tenfour: VERSION, node: process.version, postgres: database?.version, schema: database?.schema },
    machine: { platform: platform(), release: release(), arch: arch(), cpus: cpus().length, memory: totalmem(), freeMemory: freemem() },
    disk: disk && { bytes: disk.blocks * disk.bsize, free: disk.bavail * disk.bsize },
    database: {
      isEmbedded: !env['DATABASE_URL'],
      collation: database?.collation,
      bytes: await databaseBytes(db),
      tables: await rowsOf(sql<{ name: string; rows: number; bytes: number }>`
        select relname as name, greatest(reltuples, 0)::float8 as rows, pg_total_relation_size(oid)::float8 as bytes
        from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 3 desc`),
    },
    jobs: { waiting, failing, failed },
    servers: await rowsOf(sql`select server_id as "serverId", is_online as "isOnline", last_heartbeat_at as "lastHeartbeatAt",
      bridge_version as version from server_links order by server_id`),
    backups: await rowsOf(sql`select reason, state, started_at as "startedAt", ended_at as "endedAt", version, bytes::float8 as bytes,
      rows::float8 as rows, is_in_s3 as "isInS3", proved_at as "provedAt" from backups order by started_at desc limit 20`),
    plan: (
      await rowsOf(sql`select is_on as "isOn", hour, kept, folder is not null as "hasFolder", s3 is not null as "hasBucket",
      pass_phrase is not null as "hasPassPhrase", alarm from backup_plan`)
    )[0],
    // Texts that a community chose may say who it is.
    settings: Object.fromEntries(
      SETTINGS.flatMap(({ key, input }) => (stored.has(key) ? [[key, input.kind === 'text' ? '<set>' : stored.get(key)]] : [])),
    ),
    // The names of the variables alone.
    environment: Object.keys(env)
      .filter(
        (name) =>
          env[name] &&
          /^(PORT|HOST|LOG_LEVEL|TRUST_PROXY|MAIL_FROM|API_LOG_DAYS|(PORTAL|DATABASE|REDIS|SMTP|DISCORD|UNIT)_\w+)$/.test(name),
      )
      .toSorted(),
    errors: await readErrors(db),
  }
}
