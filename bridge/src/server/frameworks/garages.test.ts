import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Framework } from './framework.ts'
import { createGarages, ownedVehicles, oxVehicles, playerVehicles } from './garages.ts'

afterEach(() => vi.unstubAllGlobals())

const framework = (garage: Framework['garage']): Framework => ({
  name: 'test',
  resource: 'test',
  follow: () => undefined,
  read: () => null,
  setDuty: () => undefined,
  garage,
})

type Database = { readonly query: (sql: string, parameters: readonly string[]) => object[] }

/** oxmysql, whose exports are those of src/index.ts of overextended/oxmysql at 0398abc5, on a database. */
function startOn({ query }: Database, garage: Framework['garage'], wanted = { block: [] as string[], open: [] as string[] }) {
  const [saved, done, printed]: [string[], object[], string[]] = [[], [], []]
  vi.stubGlobal('GetResourceState', () => 'started')
  const answer = async (sql: string, parameters: readonly string[]) => query(sql, parameters)
  vi.stubGlobal('exports', { oxmysql: { query_async: answer, update_async: answer } })
  const garages = createGarages({
    save: (_source, externalId, vehicles) => void saved.push(`${externalId} ${JSON.stringify(vehicles)}`),
    orders: async () => wanted,
    ordered: (each) => void done.push(each),
    print: (line) => void printed.push(line),
  })
  garages.start(framework(garage))
  return { garages, saved, done, printed }
}

test('a garage is handed in as a character is played and when it changes; a database that fails is said once', async () => {
  const rows = [{ id: 1, plate: 'ABC123  ', vehicle: 'sultan', state: 1 }]
  const { garages, saved, printed } = startOn({ query: () => rows }, playerVehicles)
  garages.played(1, 'Q1', 'main:Q1')
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toBe('main:Q1 [{"externalId":"1","plate":"ABC123","model":"sultan","isImpounded":false}]')
  await garages.readAll()
  expect(saved).toHaveLength(1)
  rows.push({ id: 2, plate: 'NEW', vehicle: 'banshee', state: 2 })
  await garages.readAll()
  expect(saved[1]).toContain('"plate":"NEW","model":"banshee","isImpounded":true')
  vi.stubGlobal('exports', { oxmysql: { query_async: () => Promise.reject(new Error('no such table')) } })
  await garages.readAll()
  await garages.readAll()
  expect(printed).toEqual(['The vehicles of a character could not be read: no such table'])
  garages.close()
})

test('garages are blocked and opened by the plate, and what could not be done is not confirmed', async () => {
  const asked: string[] = []
  const query = (sql: string, parameters: readonly string[]) => {
    if (parameters[0] === 'BAD1') throw new Error('gone')
    asked.push(`${sql.split(' ')[0]} ${parameters[0]}`)
    return []
  }
  const { garages, done } = startOn({ query }, playerVehicles, { block: ['ABC 123', 'BAD 1'], open: ['X-1'] })
  await garages.follow()
  expect(asked).toEqual(['UPDATE ABC123', 'UPDATE X1'])
  expect(done).toEqual([{ block: ['ABC 123'], open: ['X-1'] }])
  garages.close()
})

const CLIENT = '/usr/bin/mariadb'
const MARIADBD = ['/usr/sbin/mariadbd', '/usr/bin/mariadbd', '/usr/local/bin/mariadbd'].find(existsSync)

/** Tables as in the sources that garages.ts names; in [SQL]/legacy.sql of es_extended `stored` is a TINYINT(1), which oxmysql reads as a boolean. */
const TABLES = `
CREATE TABLE player_vehicles (id int(11) NOT NULL AUTO_INCREMENT, license varchar(50) DEFAULT NULL, citizenid varchar(50) DEFAULT NULL,
  vehicle varchar(50) DEFAULT NULL, hash varchar(50) DEFAULT NULL, mods longtext DEFAULT NULL, plate varchar(50) NOT NULL,
  fakeplate varchar(50) DEFAULT NULL, garage varchar(50) DEFAULT NULL, state int(11) DEFAULT 1, depotprice int(11) NOT NULL DEFAULT 0, PRIMARY KEY (id));
CREATE TABLE owned_vehicles (owner VARCHAR(60) DEFAULT NULL, plate varchar(12) NOT NULL, vehicle longtext, type VARCHAR(20) NOT NULL DEFAULT 'car',
  job VARCHAR(20) NULL DEFAULT NULL, stored TINYINT(1) NOT NULL DEFAULT '0', parking VARCHAR(60) NULL, pound VARCHAR(60) NULL, PRIMARY KEY (plate));
CREATE TABLE vehicles (id INT UNSIGNED NOT NULL AUTO_INCREMENT, plate CHAR(8) NOT NULL DEFAULT '', vin CHAR(17) NOT NULL, owner INT UNSIGNED NULL DEFAULT NULL,
  \`group\` VARCHAR(20) NULL DEFAULT NULL, model VARCHAR(20) NOT NULL, class TINYINT UNSIGNED NULL DEFAULT NULL, data JSON NOT NULL,
  stored VARCHAR(50) NULL DEFAULT NULL, PRIMARY KEY (id), UNIQUE KEY plate (plate));
INSERT INTO player_vehicles (citizenid, vehicle, plate, fakeplate, state) VALUES ('Q1', 'sultan', 'QB 123  ', 'FAKE 1', 1), ('Q2', 'banshee', 'QB 456', NULL, 1);
INSERT INTO owned_vehicles (owner, plate, vehicle, stored, parking) VALUES
  ('char1:abc', 'ESX 123', '{"model":-1216765807,"plate":"ESX 123"}', 1, 'SanAndreas'), ('char1:def', 'ESX 456', '{"model":1}', 1, 'SanAndreas');
INSERT INTO vehicles (plate, vin, owner, model, data, stored) VALUES ('OX123   ', 'VIN00000000000001', 7, 'sultan', '{}', 'garage'),
  ('OX456   ', 'VIN00000000000002', 8, 'banshee', '{}', NULL);`

describe.skipIf(!MARIADBD)('on a MariaDB', () => {
  let folder = ''
  let server: ChildProcess
  const client = (sql: string) =>
    execFileSync(
      CLIENT,
      ['--no-defaults', `--socket=${join(folder, 's')}`, '--user=root', '--batch', '--raw', '--skip-column-names', 'game'],
      {
        input: sql,
        encoding: 'utf8',
      },
    )
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tenfour-mariadb-'))
    const settings = [
      '--skip-grant-tables',
      '--skip-networking',
      '--innodb-buffer-pool-size=16M',
      '--innodb-log-file-size=4M',
      '--user=root',
    ]
    server = spawn(MARIADBD ?? '', ['--no-defaults', `--datadir=${folder}`, `--socket=${join(folder, 's')}`, ...settings], {
      stdio: 'ignore',
    })
    await vi.waitFor(
      () =>
        execFileSync(CLIENT, ['--no-defaults', `--socket=${join(folder, 's')}`, '-e', 'CREATE DATABASE IF NOT EXISTS game'], {
          stdio: 'ignore',
        }),
      {
        timeout: 55_000,
        interval: 200,
      },
    )
    client(TABLES)
  }, 60_000)
  afterAll(async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await gone
    rmSync(folder, { recursive: true, force: true })
  })

  /** With parameters of the database itself, as oxmysql passes them. */
  const database: Database = {
    query: (sql, parameters) => {
      const prepared = `SET @p = '${parameters[0]}'; PREPARE s FROM '${sql.replaceAll("'", "''")}'; EXECUTE s USING @p;`
      const names = client(
        `CREATE OR REPLACE TEMPORARY TABLE r AS ${sql.startsWith('SELECT') ? sql.replace('?', `'${parameters[0]}'`) : 'SELECT 1'}; DESCRIBE r;`,
      )
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0] ?? '')
      const rows = client(prepared).split('\n').filter(Boolean)
      if (!sql.startsWith('SELECT')) return []
      return rows.map((row) =>
        Object.fromEntries(
          row
            .split('\t')
            .map((value, index) => [names[index], value === 'NULL' ? null : names[index] === 'stored' ? value === '1' : value]),
        ),
      )
    },
  }

  test.each([
    ['qb-core and qbx_core', playerVehicles, 'Q1', { externalId: '1', plate: 'QB 123', model: 'sultan', isImpounded: false }, true],
    ['es_extended', ownedVehicles, 'char1:abc', { plate: 'ESX 123', model: '#-1216765807', isImpounded: false }, true],
    ['ox_core', oxVehicles, '7', { externalId: '1', plate: 'OX123', vin: 'VIN00000000000001', model: 'sultan', isImpounded: false }, false],
  ])(
    'the vehicles of a character are read, under their real plates, and its garage is blocked and opened: %s',
    async (_name, table, id, car, isShown) => {
      const wanted = { block: [car.plate], open: [] as string[] }
      const { garages, saved, done, printed } = startOn(database, table, wanted)
      const shown = () => JSON.parse(saved.at(-1)?.replace('x ', '') ?? '[]') as object[]
      garages.played(1, id, 'x')
      await vi.waitFor(() => expect(shown()).toEqual([car]))
      await garages.follow()
      await garages.readAll()
      expect(shown()).toEqual([{ ...car, isImpounded: isShown }])
      wanted.open = wanted.block.splice(0)
      await garages.follow()
      await garages.readAll()
      expect(shown()).toEqual([car])
      expect([done.length, printed]).toEqual([2, []])
      // Nobody else's vehicle was touched.
      expect(client("SELECT COUNT(*) FROM player_vehicles WHERE plate = 'QB 456' AND state = 1").trim()).toBe('1')
      garages.close()
    },
  )
})
