import { z } from 'zod'

const CommandName = z.string().regex(/^[\w-]{0,32}$/, 'A command is made of letters, digits, - and _')

const Coordinate = z.number().min(-20_000).max(20_000)

/** `config.json` of the resource. What it leaves out is as shipped; an empty command name switches that command off. */
export const BridgeConfig = z.strictObject({
  commands: z
    .strictObject({
      emergency: CommandName.default('911'),
      nonEmergency: CommandName.default('311'),
      panic: CommandName.default('panic'),
      onDuty: CommandName.default('onduty'),
      offDuty: CommandName.default('offduty'),
      status: CommandName.default('status'),
      attach: CommandName.default('attach'),
      clear: CommandName.default('clearcall'),
      answer: CommandName.default('ack'),
      tablet: CommandName.default('tablet'),
    })
    .prefault({}),
  /** The key that opens the tablet, empty for none; each player can change it in the game's own settings. */
  tabletKey: z.string().max(20).default('F11'),
  positionsPerSecond: z.number().min(0.2).max(4).default(4),
  whitelist: z
    .strictObject({
      enforce: z.boolean().default(true),
      kickOnRemoval: z.boolean().default(true),
      refused: z.string().min(1).default('You are not whitelisted here.'),
      noSteam: z.string().min(1).default('Start Steam before FiveM: this server knows its members by their Steam account.'),
    })
    .prefault({}),
  /** Another resource's client export that answers the nearest postal, such as `nearest-postal` and `getPostal`. */
  postal: z.strictObject({ resource: z.string().default(''), export: z.string().default('') }).prefault({}),
  /** Textures of the game that show the portal's display. */
  screens: z
    .array(
      z.strictObject({
        dictionary: z.string().min(1),
        texture: z.string().min(1),
        screen: z.enum(['board', 'unit', 'map']).default('board'),
        /** The call sign that a screen of one unit shows. */
        unit: z.string().max(16).default(''),
        width: z.int().min(128).max(1920).default(1024),
        height: z.int().min(128).max(1080).default(512),
        /** Where it can be seen: it is made for players who are near one of these. */
        places: z
          .array(z.strictObject({ x: Coordinate, y: Coordinate, z: Coordinate }))
          .max(20)
          .default([]),
      }),
    )
    .max(8)
    .default([]),
})
export type BridgeConfig = z.infer<typeof BridgeConfig>

/** What is wrong, each with where it is. */
export const problems = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('; ')

export function parseConfig(text: string | null): BridgeConfig {
  if (text === null || text.trim() === '') return BridgeConfig.parse({})
  const parsed = BridgeConfig.safeParse(readJson(text))
  if (parsed.success) return parsed.data
  throw new Error(`config.json: ${problems(parsed.error)}`)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`config.json is not JSON: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
