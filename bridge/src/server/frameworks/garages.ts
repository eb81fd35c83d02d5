import { recordKey, type GarageOrders, type GarageVehicle } from '@tenfour/contract'
import { z } from 'zod'
import { callExport, type Framework, type GarageTable } from './framework.ts'

const READ_EVERY_MS = 60_000
const ORDERS_EVERY_MS = 30_000
/** As many as the portal takes for one character. */
const MAX_VEHICLES = 200

type Options = {
  readonly save: (source: number, externalId: string, vehicles: readonly GarageVehicle[]) => void
  /** Null if the portal can't be asked. */
  readonly orders: () => Promise<GarageOrders | null>
  readonly ordered: (done: GarageOrders) => void
  readonly print: (line: string) => void
}
type Known = { readonly id: string; readonly externalId: string; saved: string }

/** Rows of the game's database, by oxmysql: `MySQL[key]` and `${key}_async` of its src/index.ts at 0398abc5. */
async function query(sql: string, parameters: readonly (string | number)[]): Promise<readonly unknown[]> {
  const rows: unknown = await callExport('oxmysql', 'query_async', sql, parameters)
  return z.array(z.unknown()).parse(rows)
}
async function update(sql: string, parameters: readonly (string | number)[]): Promise<void> {
  await callExport('oxmysql', 'update_async', sql, parameters)
}

/** The vehicles of the characters that are played, as the framework's own table has them, and the garages that are blocked there for the portal. */
export function createGarages({ save, orders, ordered, print }: Options) {
  const known = new Map<number, Known>()
  const complained = new Set<string>()
  let table: GarageTable | undefined
  let timers: NodeJS.Timeout[] = []

  const complain = (what: string, error: unknown) => {
    const line = `${what}: ${error instanceof Error ? error.message : String(error)}`
    if (!complained.has(line)) print(line)
    complained.add(line)
  }
  const isRunning = () => GetResourceState('oxmysql') === 'started'

  const read = async (source: number): Promise<void> => {
    const character = known.get(source)
    if (!table || !character || !isRunning()) return
    try {
      const rows = await query(table.list, [character.id])
      const vehicles = rows.flatMap((row) => table?.vehicleOf(row) ?? []).slice(0, MAX_VEHICLES)
      const saved = JSON.stringify(vehicles)
      // Another character may be played by now.
      if (known.get(source) !== character || character.saved === saved) return
      character.saved = saved
      save(source, character.externalId, vehicles)
    } catch (error) {
      complain('The vehicles of a character could not be read', error)
    }
  }
  const readAll = async () => {
    for (const source of known.keys()) await read(source)
  }

  const follow = async (): Promise<void> => {
    if (!table || !isRunning()) return
    const wanted = await orders()
    if (!wanted || wanted.block.length + wanted.open.length === 0) return
    const done: GarageOrders = { block: [], open: [] }
    for (const what of ['block', 'open'] as const) {
      for (const plate of wanted[what]) {
        try {
          await update(table[what], [recordKey(plate)])
          done[what].push(plate)
        } catch (error) {
          complain(`The garage of a vehicle could not be ${what === 'block' ? 'blocked' : 'opened'}`, error)
        }
      }
    }
    if (done.block.length + done.open.length > 0) ordered(done)
  }

  return {
    start: (framework: Framework): void => {
      table = framework.garage
      timers = [
        setInterval(() => void readAll(), READ_EVERY_MS),
        setInterval(() => void follow().catch((error: unknown) => complain('Garages could not be blocked', error)), ORDERS_EVERY_MS),
      ]
      for (const timer of timers) timer.unref?.()
    },
    /** A player plays this character from now on, or is again known by the portal. */
    played: (source: number, id: string, externalId: string): void => {
      known.set(source, { id, externalId, saved: '' })
      void read(source)
    },
    left: (source: number): void => void known.delete(source),
    /** The framework says that something has changed. */
    readAll,
    follow,
    close: (): void => timers.forEach((timer) => clearInterval(timer)),
  }
}
export type Garages = ReturnType<typeof createGarages>

const text = z.union([z.string(), z.number().transform(String)]).pipe(z.string().trim().min(1))
const Count = z.coerce.number().catch(0)

/** Rows of qb-core and qbx_core: player_vehicles.sql of qbcore-framework/qb-garages at 8c9299f7, vehicles.sql of Qbox-project/qbx_vehicles at 08d5ffb5. */
const QbRow = z.object({ id: text, plate: text, vehicle: text, state: Count })
/**
 * A camera reads a fake plate, and the record stays under the real one: the portal never learns of `fakeplate`. The states are those of shared/types.lua of
 * Qbox-project/qbx_garages at 359b3a87, which qb-garages has too: 0 out, 1 in a garage, 2 impounded.
 */
export const playerVehicles: GarageTable = {
  list: 'SELECT id, plate, vehicle, state FROM player_vehicles WHERE citizenid = ? ORDER BY id LIMIT 200',
  vehicleOf: (row) => {
    const { data } = QbRow.safeParse(row)
    return data && [{ externalId: data.id, plate: data.plate, model: data.vehicle, isImpounded: data.state === 2 }]
  },
  block: "UPDATE player_vehicles SET state = 2 WHERE REPLACE(REPLACE(UPPER(plate), ' ', ''), '-', '') = ?",
  open: "UPDATE player_vehicles SET state = 1 WHERE REPLACE(REPLACE(UPPER(plate), ' ', ''), '-', '') = ? AND state = 2",
}

const EsxRow = z.object({ plate: text, vehicle: z.string().nullish(), storedState: Count, pound: z.string().nullish() })
const EsxModel = z.object({ model: z.union([z.string(), z.number()]) })
/**
 * `owned_vehicles` of esx-framework/esx_core ([SQL]/legacy.sql at c887b9a8), with the columns of [esx_addons]/esx_garage/esx_garage.sql at 2837d9a4. Its garage hands
 * out what has `stored = 1`, and a pound what has its own name in `pound`.
 */
export const ownedVehicles: GarageTable = {
  list: 'SELECT *, stored + 0 AS storedState FROM owned_vehicles WHERE owner = ? ORDER BY plate LIMIT 200',
  vehicleOf: (row) => {
    const { data } = EsxRow.safeParse(row)
    return data && [{ plate: data.plate, model: esxModel(data.vehicle), isImpounded: data.storedState === 2 || Boolean(data.pound) }]
  },
  block: "UPDATE owned_vehicles SET stored = 2, pound = 'tenfour' WHERE REPLACE(REPLACE(UPPER(plate), ' ', ''), '-', '') = ?",
  open: "UPDATE owned_vehicles SET stored = 1, pound = NULL WHERE REPLACE(REPLACE(UPPER(plate), ' ', ''), '-', '') = ? AND pound = 'tenfour'",
}
/** es_extended keeps a number of the model, of which only a player's game knows the name. */
function esxModel(vehicle: string | null | undefined): string {
  try {
    const { model } = EsxModel.parse(JSON.parse(vehicle ?? ''))
    return typeof model === 'number' ? `#${model}` : model
  } catch {
    return '#unknown'
  }
}

const OxRow = z.object({ id: text, plate: text, vin: text, model: text })
/**
 * sql/install.sql of CommunityOx/ox_core at 537c3803. A vehicle that is out has no `stored`. At a stop its server/vehicle/class.ts at 99f191b6 stores all that are
 * out as 'impound', so that this does not say that police took one.
 */
export const oxVehicles: GarageTable = {
  list: 'SELECT id, plate, vin, model FROM vehicles WHERE owner = ? ORDER BY id LIMIT 200',
  vehicleOf: (row) => {
    const { data } = OxRow.safeParse(row)
    return data && [{ externalId: data.id, plate: data.plate, vin: data.vin, model: data.model, isImpounded: false }]
  },
  block: "UPDATE vehicles SET stored = 'tenfour' WHERE REPLACE(REPLACE(UPPER(plate), ' ', ''), '-', '') = ?",
  open: "UPDATE vehicles SET stored = 'impound' WHERE REPLACE(REPLACE(UPPER(plate), ' ', ''), '-', '') = ? AND stored = 'tenfour'",
}
