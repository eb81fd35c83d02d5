import { AceGroup, MAX_ACE_GROUPS } from '@tenfour/contract'
import { z } from 'zod'

const CommandName = z.string().regex(/^[\w-]{0,32}$/, 'A command is made of letters, digits, - and _')

const Coordinate = z.number().min(-20_000).max(20_000)

/** The resource's `config.json`. Omitted settings have their defaults; an empty command name disables the command. */
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
      take: CommandName.default('take'),
      trafficStop: CommandName.default('ts'),
      clear: CommandName.default('clearcall'),
      answer: CommandName.default('ack'),
      tablet: CommandName.default('tablet'),
      link: CommandName.default('link'),
    })
    .prefault({}),
  /** The key that opens the tablet, empty for none; players can change it in the game's settings. */
  tabletKey: z.string().max(20).default('F11'),
  /** Takes the call that was offered last. */
  takeCallKey: z.string().max(20).default('Y'),
  trafficStopKey: z.string().max(20).default(''),
  /** The file in `locales` with the texts that players see. */
  language: z
    .string()
    .regex(/^[\w-]{1,20}$/, 'A language is the name of a file in locales, such as en')
    .default('en'),
  /** Notices are shown by ox_lib, the framework or the game. `auto` takes the first of these that runs. */
  notifications: z.enum(['auto', 'ox_lib', 'framework', 'game']).default('auto'),
  positionsPerSecond: z.number().min(0.2).max(4).default(4),
  whitelist: z
    .strictObject({
      enforce: z.boolean().default(true),
      kickOnRemoval: z.boolean().default(true),
      refused: z.string().min(1).default('You are not whitelisted here.'),
      noSteam: z
        .string()
        .min(1)
        .default(
          'You are not whitelisted here. If you are, start Steam or Discord before FiveM, or link the game in your portal settings.',
        ),
    })
    .prefault({}),
  /** The server's framework, whose characters and duty the portal follows. */
  framework: z
    .strictObject({
      use: z.enum(['auto', 'esx', 'qbcore', 'qbox', 'ox', 'none']).default('auto'),
      /** Tells the ids of this server's characters from those of a server with another database. Servers that share a database share the name. */
      database: z
        .string()
        .regex(/^[\w-]{0,20}$/, 'A name has letters, digits, - and _')
        .default(''),
      /** The department in the portal, by its number, whose members are on duty while they are in this job. */
      jobs: z.record(z.string(), z.int().min(1)).default({}),
    })
    .prefault({}),
  /** Groups of the access list that ranks in the portal may lead to, such as `group.lspd_supervisor`. */
  aceGroups: z.array(AceGroup).max(MAX_ACE_GROUPS).default([]),
  /** Another resource's client export that returns the nearest postal, such as `nearest-postal` and `getPostal`. */
  postal: z.strictObject({ resource: z.string().default(''), export: z.string().default('') }).prefault({}),
  /** Game textures that show the portal's display. */
  screens: z
    .array(
      z.strictObject({
        dictionary: z.string().min(1),
        texture: z.string().min(1),
        screen: z.enum(['board', 'unit', 'map']).default('board'),
        /** Call sign for a screen of type `unit`. */
        unit: z.string().max(16).default(''),
        width: z.int().min(128).max(1920).default(1024),
        height: z.int().min(128).max(1080).default(512),
        /** Positions of the screen; it is opened for players near one of them. */
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

/** The validation errors, each with its path. */
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
