import { z } from 'zod'

const CommandName = z.string().regex(/^[\w-]{1,32}$/, 'A command is made of letters, digits, - and _')

/** `config.json` of the resource. What it leaves out is as shipped; an empty command name switches that command off. */
export const BridgeConfig = z.object({
  commands: z
    .object({
      emergency: CommandName.or(z.literal('')).default('911'),
      nonEmergency: CommandName.or(z.literal('')).default('311'),
      panic: CommandName.or(z.literal('')).default('panic'),
      onDuty: CommandName.or(z.literal('')).default('onduty'),
      offDuty: CommandName.or(z.literal('')).default('offduty'),
      status: CommandName.or(z.literal('')).default('status'),
      attach: CommandName.or(z.literal('')).default('attach'),
      clear: CommandName.or(z.literal('')).default('clearcall'),
      tablet: CommandName.or(z.literal('')).default('tablet'),
    })
    .prefault({}),
  /** The key that opens the tablet; each player can change it in the game's own settings. */
  tabletKey: z.string().default('F6'),
  positionsPerSecond: z.number().min(0.2).max(4).default(4),
  whitelist: z
    .object({
      enforce: z.boolean().default(true),
      kickOnRemoval: z.boolean().default(true),
      refused: z.string().default('You are not whitelisted here.'),
      noSteam: z.string().default('Start Steam before FiveM: this server knows its members by their Steam account.'),
    })
    .prefault({}),
  /** Another resource's client export that answers the nearest postal, such as `nearest-postal` and `getPostal`. */
  postal: z.object({ resource: z.string().default(''), export: z.string().default('') }).prefault({}),
  /** Textures of the game that show the portal's display. */
  screens: z
    .array(
      z.object({
        dictionary: z.string().min(1),
        texture: z.string().min(1),
        screen: z.enum(['board', 'unit', 'map']).default('board'),
        /** The call sign that a screen of one unit shows. */
        unit: z.string().max(16).default(''),
        width: z.int().min(128).max(1920).default(1024),
        height: z.int().min(128).max(1080).default(512),
      }),
    )
    .max(8)
    .default([]),
})
export type BridgeConfig = z.infer<typeof BridgeConfig>

export function parseConfig(text: string | null): BridgeConfig {
  if (text === null || text.trim() === '') return BridgeConfig.parse({})
  const parsed = BridgeConfig.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new Error(`config.json: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`)
}
