import { useEffect, useState } from 'react'
import { rememberPart } from '../../../platform/load/ahead.ts'
import { useIsSettled } from '../../../platform/load/settled.ts'
import { log } from '../../../platform/log/log.ts'
import type { Command } from '../../../panels/commands/command.ts'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { commandsOf, lateCommandsOf } from './contributions.ts'

/** All commands; those that come late once the desktop is drawn, or with the first key. */
export function useCommands(features: readonly DesktopFeature[]): readonly Command[] {
  const [commands, setCommands] = useState(() => commandsOf(features))
  const isSettled = useIsSettled()
  useEffect(() => {
    const late = lateCommandsOf(features)
    const update = () => setCommands(commandsOf(features))
    const load = () => {
      for (const each of late) each.load().catch((error: unknown) => log.warning('Commands could not be fetched', error))
    }
    const stops = late.map((each) => each.subscribe(update))
    // Available while the portal is down, too.
    for (const each of late) rememberPart(each.load)
    if (isSettled) load()
    else window.addEventListener('keydown', load, { once: true })
    return () => {
      window.removeEventListener('keydown', load)
      for (const stop of stops) stop()
    }
  }, [features, isSettled])
  return commands
}
