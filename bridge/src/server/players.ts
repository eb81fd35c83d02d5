import { MAX_COORDINATE, type GamePlayer, type Identifiers } from '@tenfour/contract'
import type { Portal } from './portal.ts'
import type { Units } from './units.ts'

const STEAM = /^steam:([0-9a-f]{15})$/i
const KNOWN = /^(license|discord|fivem):(.{1,64})$/

/** The player's identifiers. IP addresses are left out because the portal does not need them. */
export function identifiersOf(source: string): Identifiers {
  const found: Record<string, string> = {}
  for (const identifier of getPlayerIdentifiers(source)) {
    const steam = STEAM.exec(identifier)?.[1]
    if (steam) found['steam'] = steam.toLowerCase()
    const known = KNOWN.exec(identifier)
    if (known?.[1] && known[2]) found[known[1]] = known[2]
  }
  return found
}

export const steamOf = (source: string): string | undefined => identifiersOf(source).steam

export const isPlaying = (source: string): boolean => getPlayers().includes(source)

export const playerOf = (source: string): GamePlayer => ({
  source: Number(source),
  name: (GetPlayerName(source) ?? 'Unknown').slice(0, 80),
  identifiers: identifiersOf(source),
})

export const everyPlayer = (): GamePlayer[] => getPlayers().map(playerOf)

/** The connected player with this Steam account. */
export const sourceOf = (steam: string): string | undefined => getPlayers().find((source) => steamOf(source) === steam)

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

/** Players announced to the portal. Nothing may be sent before `hello` is answered; joins and leaves until then are reported afterwards. */
export function createRoster({ portal, units }: { portal: () => Portal; units: Units }) {
  const announced = new Set<number>()
  let isGreeted = false

  const announce = async (source: number) => {
    announced.add(source)
    const answer = await portal().ask('player.joined', playerOf(String(source)))
    if (answer?.ok && answer.unit) units.save(answer.unit)
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
      const present = new Set(getPlayers().map(Number))
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
