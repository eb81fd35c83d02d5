import {
  HEADERS,
  REALTIME_PATH,
  unitSilenceMinutes,
  type ClientToServer,
  type JoinReply,
  type Permission,
  type RoomName,
  type ServerToClient,
} from '@tenfour/contract'
import type { LightMyRequestResponse } from 'fastify'
import { io, type Socket } from 'socket.io-client'
import { createApp, type App, type AppOptions } from '../app.ts'
import { authorizedWithoutAsking } from '../features/people/users/users.authority.ts'
import { insertAccount } from '../features/people/users/users.create.ts'
import { findDepartment, findRank, findRole } from '../features/people/users/users.repo.ts'
import { hashPassword, hashSecret, newToken } from '../platform/auth/secrets.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { PATIENCE_MS } from './test-wait.ts'

export { until } from './test-wait.ts'

export const WEB_KEY = 'web_key_of_the_tests_0123456789'
export const PASSWORD = 'correct horse battery'

export type Person = { readonly userId: number; readonly emailAddress: string; readonly token: string }
export type Http = {
  readonly get: (path: string) => Promise<LightMyRequestResponse>
  readonly delete: (path: string) => Promise<LightMyRequestResponse>
  readonly post: (path: string, body?: unknown) => Promise<LightMyRequestResponse>
  readonly put: (path: string, body?: unknown) => Promise<LightMyRequestResponse>
}
export type From = { readonly address?: string; readonly headers?: Readonly<Record<string, string>> }
export type TestSocket = Socket<ServerToClient, ClientToServer>

type PersonOptions = {
  readonly name?: string
  readonly roles?: readonly string[]
  readonly departments?: readonly { readonly name: string; readonly rank?: string; readonly isPrimary: boolean }[]
  readonly permissions?: readonly Permission[]
}

/** The roles of the access matrix, by the names tests use. */
export const HISTORY_KEY = Buffer.from('the key of the tests, which is no secret')
export const SECRETS_KEY = 'another key of the tests, which is no secret'
export const ROLES = {
  member: {},
  civilian: { departments: [{ name: 'CIV', isPrimary: true }] },
  officer: { departments: [{ name: 'LSPD', rank: 'Officer II', isPrimary: true }] },
  dispatcher: { departments: [{ name: 'COMM', rank: 'Dispatcher', isPrimary: true }] },
  legal: { roles: ['Legal Services'] },
  legalSupervisor: { roles: ['Legal Services Supervisor'] },
  staff: { roles: ['Staff'] },
  developer: { roles: ['Developer'] },
  admin: { roles: ['Admin'] },
  root: { roles: ['Root'] },
} as const satisfies Record<string, PersonOptions>
export type RoleName = keyof typeof ROLES

export type TestPortal = {
  readonly app: App
  readonly db: Db
  readonly url: string
  readonly database: TestDatabase
  /** Calls with the API key, with or without a token, optionally from another address. */
  readonly http: (token?: string, apiKey?: string, from?: From) => Http
  /** One user per role, created on first use. */
  readonly person: (role: RoleName) => Promise<Person>
  readonly as: (role: RoleName) => Promise<Http>
  readonly addPerson: (options?: PersonOptions) => Promise<Person>
  readonly openSession: (userId: number) => Promise<string>
  /** Rejects with the server's refusal. */
  readonly connect: (token: string, apiKey?: string, headers?: Readonly<Record<string, string>>) => Promise<TestSocket>
  readonly close: () => Promise<void>
}

/** Real cost parameters, but hashed only once for all test accounts. */
let passwordHash: Promise<string> | undefined

const known = <T>(found: T | undefined, name: string): T => {
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}

async function insertPerson(tx: Tx, name: string, emailAddress: string, { roles = [], departments = [], permissions = [] }: PersonOptions) {
  const roleIds: number[] = []
  for (const role of roles) roleIds.push(known(await findRole(tx, role), role).id)
  const memberships = []
  for (const { name: department, rank, isPrimary } of departments) {
    const { id } = known(await findDepartment(tx, department), department)
    memberships.push({ departmentId: id, rankId: rank === undefined ? null : known(await findRank(tx, id, rank), rank).id, isPrimary })
  }
  passwordHash ??= hashPassword(PASSWORD)
  const account = { name, emailAddress, passwordHash: await passwordHash, memberships, roleIds, permissions }
  return (await insertAccount(authorizedWithoutAsking(tx), {}, account)).userId
}

export async function startTestPortal(options: Partial<AppOptions> & { database?: TestDatabase } = {}): Promise<TestPortal> {
  const database = options.database ?? (await createTestDatabase())
  const app = await createApp({
    webKey: WEB_KEY,
    historyKey: HISTORY_KEY,
    secretsKey: SECRETS_KEY,
    // Nothing listens at this address, so that no test reaches the real Discord.
    discord: { apiUrl: 'http://127.0.0.1:9/api', siteUrl: 'https://discord.com' },
    runsBot: false,
    version: '0.0.0-test',
    logLevel: 'silent',
    settingOverrides: { [unitSilenceMinutes.key]: 0 },
    ...options,
    database,
  })
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { db } = database
  const sockets: TestSocket[] = []
  const people = new Map<RoleName, Promise<Person>>()
  let counter = 0

  const openSession = async (userId: number) => {
    const token = newToken()
    const expires_at = new Date(Date.now() + 3_600_000)
    await db
      .insertInto('sessions')
      .values({ user_id: userId, token_hash: hashSecret(token), address: '127.0.0.1', user_agent: 'test', expires_at })
      .execute()
    return token
  }
  const addPerson = async ({ name, ...options }: PersonOptions = {}): Promise<Person> => {
    counter += 1
    const emailAddress = `person${counter}@example.com`
    const called = name ?? `Person ${counter}`
    const userId = await db.transaction().execute((tx) => insertPerson(tx, called, emailAddress, options))
    return { userId, emailAddress, token: await openSession(userId) }
  }
  const person = (role: RoleName) => {
    const made = people.get(role) ?? addPerson({ name: `The ${role}`, ...ROLES[role] })
    people.set(role, made)
    return made
  }
  const http = (token?: string, apiKey = WEB_KEY, from: From = {}): Http => {
    const headers = {
      ...(apiKey ? { [HEADERS.apiKey]: apiKey } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...from.headers,
    }
    const remoteAddress = from.address ?? '127.0.0.1'
    const inject = (method: 'GET' | 'POST' | 'PUT' | 'DELETE') => (path: string, body?: unknown) =>
      app.http.inject({ method, url: path, headers, remoteAddress, ...(body === undefined ? {} : { payload: body as object }) })
    return { get: inject('GET'), post: inject('POST'), put: inject('PUT'), delete: inject('DELETE') }
  }

  return {
    app,
    db,
    database,
    url,
    http,
    person,
    addPerson,
    openSession,
    as: async (role) => http((await person(role)).token),
    connect: async (token, apiKey = WEB_KEY, extraHeaders = {}) => {
      const socket: TestSocket = io(url, {
        path: REALTIME_PATH,
        auth: { apiKey, token },
        extraHeaders,
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      })
      sockets.push(socket)
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve)
        socket.once('connect_error', reject)
      })
      return socket
    },
    close: async () => {
      for (const socket of sockets) socket.disconnect()
      await app.close()
      if (!options.database) await database.drop()
    },
  }
}

export const joinRoom = (socket: TestSocket, room: RoomName, params: Record<string, unknown> = {}): Promise<JoinReply> =>
  new Promise((resolve) => socket.emit('join', { room, params }, resolve))

/** The next event of that name; fails with its name if it does not arrive. */
export const nextEvent = <E extends keyof ServerToClient>(
  socket: TestSocket,
  event: E,
  withinMs = PATIENCE_MS,
): Promise<Parameters<ServerToClient[E]>[0]> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event} within ${withinMs} ms`)), withinMs)
    const listener = (...args: unknown[]) => {
      clearTimeout(timer)
      resolve(args[0] as Parameters<ServerToClient[E]>[0])
    }
    ;(socket as unknown as { once: (name: string, received: typeof listener) => void }).once(event, listener)
  })
