import type { GarageVehicle } from '@tenfour/contract'

/** The character that a player plays, as a framework knows it. */
export type Played = {
  /** The framework's own id of the character. */
  readonly id: string
  /** Empty while the framework does not know it yet. */
  readonly name: string
  /** In any of the forms that frameworks have: see births.ts. */
  readonly born: unknown
  readonly phone: string
  readonly job: Job | null
}
export type Job = {
  readonly name: string
  readonly label: string
  readonly grade: number
  readonly isOnDuty: boolean
  readonly callSign: string
}

/** Null says that the player plays no character any longer, or no longer the one of this id. */
export type Tell = (source: number, played: Played | null, id?: string) => void

/** The framework's own table of vehicles, in the SQL of MariaDB and MySQL. Each statement has one parameter. */
export type GarageTable = {
  /** The vehicles of a character, by its id. */
  readonly list: string
  /** Empty for a row without a plate. */
  readonly vehicleOf: (row: unknown) => readonly GarageVehicle[] | undefined
  /** Keep a vehicle in its garage, by its plate without spaces and hyphens, and let it out again. */
  readonly block: string
  readonly open: string
}

/**
 * One framework of game servers. An adapter only reads and listens: whatever it tells is compared with what it told before, so that it may tell the same
 * twice, and in any order. A fifth framework is a file like the others here and a line in `FRAMEWORKS`.
 */
export type Framework = {
  /** The name in config.json. */
  readonly name: string
  /** The resource whose start is the framework's. */
  readonly resource: string
  /** Listens to the framework's events. */
  readonly follow: (tell: Tell) => void
  /** The character that a player plays now; null for none, also while they choose one. */
  readonly read: (source: number) => Played | null
  readonly garage: GarageTable
  readonly setDuty: (source: number, isOnDuty: boolean, job: Job) => void
}

/** Lua hands numbers over where a text is meant, and nothing where it is empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

/** Calls another resource's export. In the modules of a test, `exports` alone would be the module's own. */
export const callExport = (resource: string, name: string, ...args: readonly unknown[]): unknown =>
  (Reflect.get(globalThis, 'exports') as typeof exports | undefined)?.[resource]?.[name]?.(...args)
