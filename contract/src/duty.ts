import { z } from 'zod'

/** The seed's unit classes; Other is civilian. */
export const UNIT_CLASS = { Other: 0, Leo: 1, Comms: 2, Fire: 3 } as const
export const UnitClass = z.literal([0, 1, 2, 3])
export type UnitClass = z.infer<typeof UnitClass>

/** As written in the call log. */
export const UNIT_CLASS_WORDS: Readonly<Record<UnitClass, string>> = { 0: 'civilians', 1: 'police', 2: 'communications', 3: 'fire' }

export const UNIT_TYPE = { Patrol: 1, Air: 2, Dispatcher: 3 } as const
export const UnitType = z.literal([1, 2, 3], 'There is no such unit type')
export type UnitType = z.infer<typeof UnitType>

/** Where and in which role a user is on duty. */
export const Duty = z.object({ serverId: z.int().positive(), unitClass: UnitClass, type: UnitType })
export type Duty = z.infer<typeof Duty>
