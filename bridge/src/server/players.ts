import { MAX_COORDINATE, type BridgeUnit, type GamePlayer, type Identifiers } from '@tenfour/contract'
import type { Portal } from './portal.ts'

const STEAM = /^steam:([0-9a-f]{15})$/i
const KNOWN = /^(license2?|discord|fivem):(.{1,64})$/

/** The player's identifiers. IP addresses are left out because the portal does not need them. */
function readIdentifiers(source: string): Identifiers {
  const found: Record<string, string> = {}
  for (const identifier of getPlayerIdentifiers(source)) {
    const steam = STEAM.exec(identifier)?.[1]
    if (steam) found['steam'] = steam.toLowerCase()
    const known = KNOWN.exec(identifier)
    if (known?.[1] && known[2]) found[known[1]] = known[2]
  }
  return found
}

/**
 * Players who have joined, with their identifiers. These never change, and reading them takes many calls into the game, so that they are read once, as
 * someone joins.
 */
const joined = new Map<string, Identifiers>()
const sources = new Map<string, string>()
const TELLING = ['steam', 'license', 'license2', 'discord'] as const
const keysOf = (identifiers: Identifiers): string[] =>
  TELLING.flatMap((kind) => (identifiers[kind] ? [`${kind}:${identifiers[kind]}`] : []))

export function remember(source: string): void {
  const identifiers = readIdentifiers(source)
  joined.set(source, identifiers)
  for (const key of keysOf(identifiers)) sources.set(key, source)
}
export function forget(source: string): void {
  for (const key of keysOf(joined.get(source) ?? {})) if (sources.get(key) === source) sources.delete(key)
  joined.delete(source)
}
/** As the resource starts with players connected. */
export const rememberAll = (): void => getPlayers().forEach(remember)

export const identifiersOf = (source: string): Identifiers => joined.get(source) ?? readIdentifiers(source)

export const steamOf = (source: string): string | undefined => identifiersOf(source).steam

/** Whether the player has joined and not left. */
export const hasJoined = (source: string): boolean => joined.has(source)

export const isPlaying = (source: string): boolean => joined.has(source) || getPlayers().includes(source)

export const playerOf = (source: string): GamePlayer => ({
  source: Number(source),
  name: (GetPlayerName(source) ?? 'Unknown').slice(0, 80),
  identifiers: identifiersOf(source),
})

const everyPlayer = (): GamePlayer[] => [...joined.keys()].map(playerOf)
export const everySource = (): string[] => [...joined.keys()]

/** The connected player with these identifiers. */
export const sourceOf = (identifiers: Identifiers): string | undefined =>
  keysOf(identifiers)
    .map((key) => sources.get(key))
    .find((source) => source !== undefined)

/** The connected player whom the portal means. Portals that predate `source` name the Steam account alone. */
export function sourceNamed({
  steam,
  source,
}: {
  readonly steam: string | null
  readonly source?: number | undefined
}): string | undefined {
  const named = String(source)
  // The number may have been given to someone else meanwhile.
  if (joined.has(named) && (steam === null || steamOf(named) === steam)) return named
  return steam === null ? undefined : sourceOf({ steam })
}

/** Undefined while the player has no ped yet, or if a tampered client reports a position outside the world. */
export function whereIs(source: string): { x: number; y: number; heading: number } | undefined {
  try {
    const ped = GetPlayerPed(source)
    if (!ped) return undefined
    const [x = Number.NaN, y = Number.NaN] = GetEntityCoords(ped)
    if (!(Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE)) return undefined
    // In a vehicle, its heading counts.
    const heading = GetEntityHeading(GetVehiclePedIsIn(ped, false) || ped)
    return { x, y, heading: Number.isFinite(heading) ? heading : 0 }
  } catch {
    // FiveM throws if the ped disappeared between the calls.
    return undefined
  }
}

type RosterOptions = { readonly portal: () => Portal; readonly units: { readonly save: (unit: BridgeUnit, source: string) => void } }

/** Players announced to the portal. Nothing may be sent before `hello` is answered; joins and leaves until then are reported afterwards. */
export function createRoster({ portal, units }: RosterOptions) {
  const announced = new Set<number>()
  let isGreeted = false

  const announce = async (source: number) => {
    announced.add(source)
    const answer = await portal().ask('player.joined', playerOf(String(source)))
    if (answer?.ok && answer.unit) units.save(answer.unit, String(source))
  }
  return {
    forHello: () => {
      const players = everyPlayer()
      isGreeted = false
      announced.clear()
      for (const { source } of players) announced.add(source)
      return players
    },
    greeted: () => {
      isGreeted = true
      const present = new Set([...joined.keys()].map(Number))
      for (const source of present) if (!announced.has(source)) void announce(source)
      for (const source of announced) {
        if (present.has(source)) continue
        announced.delete(source)
        void portal().ask('player.left', { source })
      }
    },
    joined: (source: number) => void (isGreeted && announce(source)),
    left: (source: number) => {
      if (isGreeted && announced.delete(source)) void portal().ask('player.left', { source })
    },
    disconnected: () => void (isGreeted = false),
  }
}

/** The player's position as the server sees it; the client's own claim is not trusted. */
export function coordinatesOf(source: string): { x: number | null; y: number | null } {
  const place = whereIs(source)
  return place ? { x: Math.round(place.x * 10) / 10, y: Math.round(place.y * 10) / 10 } : { x: null, y: null }
}
