import { everyPlayer, playerOf } from './players.ts'
import type { Portal } from './portal.ts'
import type { Units } from './units.ts'

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
