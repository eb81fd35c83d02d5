import { everyPlayer, playerOf } from './players.ts'
import type { Portal } from './portal.ts'
import type { Units } from './units.ts'

/** Who plays, as the portal was told. Before the two have greeted each other nothing else is said, so whoever comes meanwhile is told after. */
export function createRoster({ portal, units }: { portal: () => Portal; units: Units }) {
  const told = new Set<number>()
  let isGreeted = false

  const tellJoined = async (source: number) => {
    told.add(source)
    const answer = await portal().ask('player.joined', playerOf(String(source)))
    if (answer?.ok && answer.unit) units.save(answer.unit)
  }
  return {
    /** Everyone there is, for the greeting. */
    forHello: () => {
      const players = everyPlayer()
      isGreeted = false
      told.clear()
      for (const { source } of players) told.add(source)
      return players
    },
    greeted: () => {
      isGreeted = true
      const present = new Set(getPlayers().map(Number))
      for (const source of present) if (!told.has(source)) void tellJoined(source)
      for (const source of told) {
        if (present.has(source)) continue
        told.delete(source)
        void portal().ask('player.left', { source })
      }
    },
    joined: (source: number) => void (isGreeted && tellJoined(source)),
    left: (source: number) => {
      if (isGreeted && told.delete(source)) void portal().ask('player.left', { source })
    },
    parted: () => void (isGreeted = false),
  }
}
