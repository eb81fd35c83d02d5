import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createConnection } from 'node:net'
import { freePort } from './ports.mjs'
import { lastLines, run, start } from './run.mjs'
import { postgresFolder, redisPath } from './system-packages.mjs'

/** PostgreSQL refuses to run as root; its package creates a user for it. */
const databaseUser = () => {
  if (process.getuid() !== 0) return {}
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => /^(postgres|nobody):/.test(entry))
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      resolve(true)
      socket.destroy()
    })
    socket.once('error', () => resolve(false))
  })

const untilReady = async (name, service, ready) => {
  let ended
  void service.done.then((result) => (ended = result))
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(100)) {
    if (ended) throw new Error(`${name} did not start:\n${lastLines(ended.output, 20)}`)
    if (await ready()) return
  }
  await service.stop()
  throw new Error(`${name} did not answer within 30 s`)
}

/** Stops a service and returns the processor time it took. */
const stopService = async (service) => {
  await service.stop()
  return service.processorMs()
}

/** A private PostgreSQL from the system's binaries for the tests. Durability is off because its data is disposable. */
export const startPostgres = async (folder) => {
  const bin = postgresFolder()
  const data = join(folder, 'postgres')
  const user = databaseUser()
  mkdirSync(data, { mode: 0o700 })
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid)
  const options = { ...user, cwd: data, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  const init = ['-D', data, '-U', 'tenfour', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  const { code, output } = await run(join(bin, 'initdb'), init, options)
  if (code !== 0) throw new Error(`initdb failed:\n${lastLines(output, 20)}`)
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${data}`,
    'fsync=off',
    'full_page_writes=off',
    'max_connections=200',
  ]
  const service = start(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])], options)
  const isReady = async () =>
    (await run(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)], { env: options.env })).code === 0
  await untilReady('PostgreSQL', service, isReady)
  return { url: `postgres://tenfour@127.0.0.1:${port}/postgres`, stop: () => stopService(service) }
}

/** A private Redis without persistence. */
export const startRedis = async (folder) => {
  const port = await freePort()
  const data = join(folder, 'redis')
  mkdirSync(data)
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', data]
  const service = start(redisPath(), settings)
  await untilReady('Redis', service, () => answers(port))
  return { url: `redis://127.0.0.1:${port}`, stop: () => stopService(service) }
}
