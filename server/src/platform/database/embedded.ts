import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import type { DataFolder } from '../data-folder/data-folder.ts'
import { writeKept } from '../data-folder/kept-file.ts'
import { StartupError } from '../errors.ts'
import { findBinaries } from './embedded-binaries.ts'
import { ensureCluster, renewPassword, type Cluster } from './embedded-cluster.ts'
import { isPostgresOf, launch, postmasterPid, stopChild, stopOrphan, warnOfCopy } from './embedded-process.ts'
import { databaseUser, giveToDatabaseUser } from './embedded-user.ts'

const CRASH_PATIENCE_MS = 20_000
const WRONG_PASSWORD = '28P01'

export type EmbeddedDatabase = { readonly url: string; readonly stop: () => Promise<void> }

/**
 * Runs PostgreSQL in the data folder. First shuts down a database that outlived a killed portal. If PostgreSQL dies, restarts it on the
 * same port, so that the pool reconnects.
 */
export async function startEmbeddedDatabase(
  data: DataFolder,
  warn: (line: string) => void,
  settings: Cluster['settings'] = {},
): Promise<EmbeddedDatabase> {
  const binaries = await findBinaries()
  const folder = join(data.path, 'postgres')
  const cluster: Cluster = { dataDir: data.path, folder, binaries, user: databaseUser(folder, binaries.postgres), warn, settings }
  warnOfCopy(folder, warn)
  giveToDatabaseUser(folder, cluster.user, warn)
  await stopOrphan(folder, binaries)
  const port = await freePort()
  const { url, child: first } = await open(cluster, port)
  let stopping = false
  let child = first
  let relaunching: Promise<void> | undefined

  const keepAlive = (running: ChildProcess) => {
    running.once('exit', (code) => {
      if (stopping || !data.isOurs()) return
      warn(`The embedded database stopped unexpectedly (exit code ${code}); starting it again`)
      relaunching = relaunch()
    })
  }
  const relaunch = async () => {
    // The backends of a killed database need a moment to exit before their shared memory is free.
    for (let attempt = 1, lastReason = ''; !stopping && data.isOurs(); attempt += 1) {
      try {
        child = await launch(cluster, port)
        if (stopping) return await stopChild(child, folder, binaries)
        return keepAlive(child)
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (reason !== lastReason) warn(`The embedded database did not come back: ${reason}`)
        lastReason = reason
        await sleep(Math.min(250 * 2 ** attempt, 5000))
      }
    }
  }
  keepAlive(child)

  const connectionFile = join(data.path, 'postgres.json')
  try {
    writeKept(connectionFile, JSON.stringify({ url }))
  } catch (error) {
    stopping = true
    await stopChild(child, folder, binaries)
    throw error
  }
  return {
    url,
    stop: async () => {
      stopping = true
      await relaunching
      await stopChild(child, folder, binaries)
      if (data.isOurs()) rmSync(connectionFile, { force: true })
    },
  }
}

/** Runs a cluster for a while, for work that nobody else takes part in. */
export async function openCluster(cluster: Cluster): Promise<EmbeddedDatabase> {
  const { folder, binaries } = cluster
  await stopOrphan(folder, binaries)
  const { url, child } = await open(cluster, await freePort())
  return { url, stop: () => stopChild(child, folder, binaries) }
}

/** Starts the database and checks the password; resets it if it is lost or wrong. */
async function open(cluster: Cluster, port: number): Promise<{ url: string; child: ChildProcess }> {
  const { folder, binaries } = cluster
  const start = (password: string) =>
    launchWithRetry(cluster, port).then((child) => ({ child, url: `postgres://portal:${password}@127.0.0.1:${port}/portal` }))
  const kept = await ensureCluster(cluster)
  if (kept !== undefined) {
    const opened = await start(kept)
    if (await isPasswordValid(opened.url)) return opened
    await stopChild(opened.child, folder, binaries)
  }
  return start(await renewPassword(cluster))
}

/** A killed database holds its lock until its process is reaped and its backends have exited. */
async function launchWithRetry(cluster: Cluster, port: number): Promise<ChildProcess> {
  const patience = postmasterPid(cluster.folder) === undefined ? 0 : CRASH_PATIENCE_MS
  for (const deadline = Date.now() + patience; ; await sleep(200)) {
    try {
      return await launch(cluster, port)
    } catch (error) {
      const isHeld = error instanceof Error && /lock file|shared memory/.test(error.message)
      if (!isHeld || Date.now() >= deadline) throw error
    }
  }
}

/** Only checks the password; other problems surface when the database is used. */
async function isPasswordValid(url: string): Promise<boolean> {
  // The portal's own database may not exist yet.
  const client = new pg.Client({ connectionString: new URL('/postgres', url).href, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    return !(error instanceof pg.DatabaseError && error.code === WRONG_PASSWORD)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Connection URL of the embedded database of a running portal, for the CLI. */
export function runningEmbeddedUrl(dataDir: string): string | undefined {
  const file = join(dataDir, 'postgres.json')
  const folder = join(dataDir, 'postgres')
  const pid = postmasterPid(folder)
  if (!existsSync(file) || !pid || !isPostgresOf(pid, folder)) return undefined
  try {
    return z.object({ url: z.url() }).parse(JSON.parse(readFileSync(file, 'utf8'))).url
  } catch {
    throw new StartupError(`${file} is damaged: restart the portal, which writes a new one`)
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
