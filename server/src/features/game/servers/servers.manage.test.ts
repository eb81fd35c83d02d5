import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ManagedServer, ServerKey } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectBridge } from '../../../testing/test-bridge.ts'
import { startTestPortal, until, WEB_KEY, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
const folder = mkdtempSync(join(tmpdir(), 'servers-'))
const resourceFile = join(folder, 'tenfour.zip')
beforeAll(async () => {
  t = await startTestPortal({ resourceFile })
  admin = await t.as('admin')
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

const servers = async (): Promise<ManagedServer[]> => (await admin.get('/api/servers')).json()
const server = async (serverId: number) => (await servers()).find((each) => each.serverId === serverId)!
const save = (body: object) => admin.post('/api/patrol/server', body)
const added = async (name: string): Promise<number> => (await save({ name })).json().serverId
const keys = async (serverId: number): Promise<ServerKey[]> => (await admin.get(`/api/servers/${serverId}/keys`)).json()
const issue = async (serverId: number, kind = 'server'): Promise<string> =>
  (await admin.post(`/api/servers/${serverId}/keys`, { kind, name: 'Main key' })).json().key
const lastAudit = () =>
  t.db.selectFrom('audit').select(['action', 'actor_id', 'subject_id', 'before', 'after']).orderBy('id', 'desc').executeTakeFirstOrThrow()

test('neither staff nor members on duty can manage servers or see their keys', async () => {
  for (const role of ['officer', 'dispatcher', 'staff'] as const) {
    const http = await t.as(role)
    for (const response of [
      await http.get('/api/servers'),
      await http.get('/api/servers/1/keys'),
      await http.get('/api/servers/resource'),
      await http.post('/api/servers/1/keys', { kind: 'display', name: 'Mine' }),
      await http.post('/api/servers/1/retire', { version: 1 }),
    ])
      expect(response.statusCode, role).toBe(403)
  }
})

test('address, player limit and kicking are saved, unchanged if left out, and shown to everyone who sees servers', async () => {
  const serverId = await added('Settled')
  expect(await server(serverId)).toMatchObject({ address: null, maxPlayers: null, kicksUnlisted: false, isRetired: false, unitsOnDuty: 0 })
  const settings = { address: ' play.example:30120 ', maxPlayers: 128, kicksUnlisted: true }
  expect((await save({ serverId, name: 'Settled', version: 1, ...settings })).statusCode).toBe(200)
  await save({ serverId, name: 'Settled again', version: 2 })
  expect(await server(serverId)).toMatchObject({ ...settings, address: 'play.example:30120', version: 3 })
  expect(await lastAudit()).toMatchObject({ action: 'server.changed', after: { name: 'Settled again', maxPlayers: 128 } })
  const statuses: { serverId: number }[] = (await admin.get('/api/patrol/servers2')).json()
  expect(statuses.find((each) => each.serverId === serverId)).toMatchObject({ address: 'play.example:30120', maxPlayers: 128 })
  await save({ serverId, name: 'Settled', version: 3, address: '', maxPlayers: null })
  expect(await server(serverId)).toMatchObject({ address: null, maxPlayers: null, kicksUnlisted: true })
})

test.each([
  ['address', { address: 'play example' }],
  ['address', { address: 'x'.repeat(121) }],
  ['maxPlayers', { maxPlayers: 0 }],
  ['maxPlayers', { maxPlayers: 2049 }],
  ['maxPlayers', { maxPlayers: 1.5 }],
  ['kicksUnlisted', { kicksUnlisted: 'yes' }],
])('a wrong %s is refused at its field', async (field, body) => {
  const response = await save({ name: 'Wrong', ...body })
  expect([response.statusCode, response.json().field]).toEqual([400, field])
})

test('the resource is the file of the build, and its successor after an upgrade; without a build the answer says what to run', async () => {
  const get = () => admin.get('/api/servers/resource')
  expect((await get()).json().message).toContain('npm run build')
  writeFileSync(resourceFile, 'a zip')
  const first = await get()
  expect([first.statusCode, first.headers['content-type'], first.body]).toEqual([200, 'application/zip', 'a zip'])
  const manager = await t.addPerson({ permissions: ['MANAGE_SERVERS'] })
  expect((await t.http(manager.token).get('/api/servers/resource')).body).toBe('a zip')
  writeFileSync(resourceFile, 'the next zip')
  expect((await get()).body).toBe('the next zip')
})

test('the list has the status reported by each bridge', async () => {
  const serverId = await added('Linked')
  const bridge = await connectBridge(t, { serverId })
  await bridge.hello({ version: '1.4.0' })
  expect((await server(serverId)).link).toMatchObject({ isOnline: true, bridgeVersion: '1.4.0', maxPlayers: 64 })
})

describe('retiring', () => {
  const retire = (serverId: number, version: number) => admin.post(`/api/servers/${serverId}/retire`, { version })
  const restore = (serverId: number, version: number) => admin.post(`/api/servers/${serverId}/restore`, { version })

  test('removes a server from every list, disconnects its bridge, and is undone by restoring', async () => {
    const serverId = await added('Retiring')
    const bridge = await connectBridge(t, { serverId })
    await bridge.hello()
    const response = await retire(serverId, 1)
    expect(response.json()).toMatchObject({ serverId, isRetired: true, version: 2 })
    expect(await lastAudit()).toMatchObject({ action: 'server.retired', subject_id: String(serverId), after: { isRetired: true } })
    expect((await servers()).at(-1)).toMatchObject({ serverId, isRetired: true })
    expect((await admin.get('/api/patrol/servers')).json()).not.toContainEqual(expect.objectContaining({ serverId }))
    await until('disconnected', () => bridge.socket.disconnected)
    const refused = await admin.post(`/api/servers/${serverId}/keys`, { kind: 'server', name: 'x' })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Retiring is retired: restore it before you issue keys for it'])

    expect((await restore(serverId, 2)).json()).toMatchObject({ isRetired: false, version: 3 })
    expect((await admin.get('/api/patrol/servers')).json()).toContainEqual(expect.objectContaining({ serverId, version: 3 }))
  })

  test('is refused while units are on duty there, with their number', async () => {
    const serverId = await added('Busy')
    const officer = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
    const duty = t.http(officer.token)
    await duty.post('/api/patrol/unit/save', { serverId, departmentId: 2, identifier: '9X1' })
    const response = await retire(serverId, 1)
    expect([response.statusCode, response.json().message]).toEqual([409, "Busy can't be retired: one unit is on duty there"])
    await duty.get(`/api/patrol/unit/status/${officer.userId}/1`)
    expect((await retire(serverId, 1)).statusCode).toBe(200)
    expect((await duty.post('/api/patrol/unit/save', { serverId, departmentId: 2, identifier: '9X1' })).json()).toMatchObject({
      field: 'serverId',
    })
    // The unit is stored there, so that setting a status alone would put it on duty.
    const resumed = await duty.get(`/api/patrol/unit/status/${officer.userId}/3`)
    expect([resumed.statusCode, resumed.json().message]).toEqual([409, 'This server is no longer in use: choose another'])
  })

  test('the database itself lets nobody go on duty on a retired server', async () => {
    const serverId = await added('Raced')
    await retire(serverId, 1)
    const { userId } = await t.addPerson()
    const patrol = { user_id: userId, department_id: 2, server_id: serverId }
    await expect(t.db.insertInto('patrols').values(patrol).execute()).rejects.toThrow('is not in use')
  })

  test('is refused at another version, twice, for an unknown server, and if the name was taken meanwhile', async () => {
    const serverId = await added('Versioned')
    expect((await retire(serverId, 9)).json()).toMatchObject({ code: 'conflict', message: 'This server has changed since you opened it' })
    expect((await retire(serverId, 1)).statusCode).toBe(200)
    expect((await retire(serverId, 2)).statusCode).toBe(409)
    expect((await retire(999_999, 1)).statusCode).toBe(404)
    await added('Versioned')
    expect((await restore(serverId, 2)).json()).toMatchObject({ code: 'conflict', message: 'Another server already has this name' })
  })
})

describe('keys', () => {
  test('are shown once, listed without their value, and with their last use', async () => {
    const serverId = await added('Keyed')
    const key = await issue(serverId)
    expect(key).toMatch(/^server_\S{32}$/)
    const listed = await admin.get(`/api/servers/${serverId}/keys`)
    expect(listed.body).not.toContain(key)
    expect(listed.json()).toMatchObject([{ kind: 'server', name: 'Main key', lastUsedAt: null, expiresAt: null, revokedAt: null }])
    expect(await lastAudit()).toMatchObject({ action: 'key.issued', after: { kind: 'server', name: 'Main key', serverId } })
    expect(JSON.stringify(await lastAudit())).not.toContain(key)
    await (await connectBridge(t, { key })).hello()
    expect((await keys(serverId))[0]?.lastUsedAt).toEqual(expect.any(String))
  })

  test('for screens open neither the bridge nor the portal', async () => {
    const serverId = await added('Screened')
    const key = await issue(serverId, 'display')
    expect(key).toMatch(/^display_/)
    expect(await t.db.selectFrom('api_keys').select(['scopes', 'server_id']).where('server_id', '=', serverId).execute()).toEqual([
      { scopes: ['display'], server_id: serverId },
    ])
    await expect(connectBridge(t, { key })).rejects.toThrow('forbidden')
    expect((await t.http((await t.person('admin')).token, key).get('/api/servers')).statusCode).toBe(403)
  })

  test('are rotated with an overlap, once', async () => {
    const serverId = await added('Rotated')
    const old = await issue(serverId, 'display')
    const [first] = await keys(serverId)
    const rotate = (body: object) => admin.post(`/api/servers/${serverId}/keys/${first!.keyId}/rotate`, body)
    expect((await rotate({ overlapMinutes: 1441 })).json().field).toBe('overlapMinutes')
    const next = (await rotate({})).json().key as string
    expect(next).toMatch(/^display_/)
    expect(next).not.toBe(old)
    const [newest, replaced] = await keys(serverId)
    expect(newest).toMatchObject({ kind: 'display', name: 'Main key', expiresAt: null })
    const minutes = (Date.parse(replaced!.expiresAt!) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(58)
    expect(minutes).toBeLessThan(61)
    expect((await rotate({})).json()).toMatchObject({ code: 'conflict', message: 'This key was replaced or revoked already' })
  })

  test('are revoked at once, and their connections closed', async () => {
    const serverId = await added('Revoked')
    const bridge = await connectBridge(t, { key: await issue(serverId) })
    await bridge.hello()
    const [key] = await keys(serverId)
    const revoke = () => admin.delete(`/api/servers/${serverId}/keys/${key!.keyId}`)
    expect((await revoke()).statusCode).toBe(200)
    await until('disconnected', () => bridge.socket.disconnected)
    expect((await keys(serverId))[0]?.revokedAt).toEqual(expect.any(String))
    expect((await revoke()).json()).toMatchObject({ code: 'conflict', message: 'This key was revoked already' })
  })

  test("a key of another server, or the portal's own, is neither rotated nor revoked", async () => {
    const mine = await added('Mine')
    const theirs = await added('Theirs')
    await issue(theirs)
    const [key] = await keys(theirs)
    const web = await t.db.selectFrom('api_keys').select('id').where('kind', '=', 'web').executeTakeFirstOrThrow()
    for (const keyId of [key!.keyId, web.id]) {
      expect((await admin.post(`/api/servers/${mine}/keys/${keyId}/rotate`, {})).statusCode).toBe(404)
      expect((await admin.delete(`/api/servers/${mine}/keys/${keyId}`)).statusCode).toBe(404)
    }
    expect((await keys(theirs))[0]).toMatchObject({ expiresAt: null, revokedAt: null })
    expect((await t.http((await t.person('admin')).token, WEB_KEY).get('/api/servers')).statusCode).toBe(200)
  })

  test.each([
    ['kind', { kind: 'web', name: 'x' }],
    ['kind', { kind: 'integration', name: 'x' }],
    ['name', { kind: 'server', name: ' ' }],
  ])('a wrong %s is refused', async (field, body) => {
    const response = await admin.post('/api/servers/1/keys', body)
    expect([response.statusCode, response.json().field]).toEqual([400, field])
  })

  test('of an unknown server are refused', async () => {
    expect((await admin.get('/api/servers/999999/keys')).statusCode).toBe(404)
    expect((await admin.post('/api/servers/999999/keys', { kind: 'server', name: 'x' })).statusCode).toBe(404)
  })
})

test('a server moved to another environment gets the whitelist of that one', async () => {
  const serverId = await added('Moved')
  const bridge = await connectBridge(t, { serverId })
  await bridge.hello()
  await t.db.updateTable('server_links').set({ whitelist_version: 1 }).where('server_id', '=', serverId).execute()
  await save({ serverId, name: 'Moved', environment: 'dev', version: 1 })
  const link = await t.db.selectFrom('server_links').select('whitelist_version').where('server_id', '=', serverId).executeTakeFirst()
  expect(link?.whitelist_version).toBeNull()
})
