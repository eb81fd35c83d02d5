import { z } from 'zod'
import { callExport, textOf, type Framework, type Played } from './framework.ts'
import { oxVehicles } from './garages.ts'

const OxPlayer = z.object({ charId: z.number() })
/** Grades by the name of the group. */
const Groups = z.record(z.string(), z.number()).catch({})

const ask = (source: number, method: string, ...args: unknown[]): unknown => callExport('ox_core', 'CallPlayer', source, method, ...args)

/** The group with which a player is active stands in for a job and its duty, which ox_core does not have. */
function read(source: number): Played | null {
  const player = OxPlayer.safeParse(callExport('ox_core', 'GetPlayer', source))
  if (!player.success) return null
  const [first, last, active] = ['firstName', 'lastName', 'activeGroup'].map((key) => textOf(ask(source, 'get', key)))
  const group = active || Object.keys(Groups.parse(ask(source, 'getGroups')))[0]
  return {
    id: String(player.data.charId),
    name: [first, last].filter(Boolean).join(' '),
    born: ask(source, 'get', 'dateOfBirth'),
    phone: textOf(ask(source, 'get', 'phoneNumber')),
    job: group ? { name: group, label: group, grade: 0, isOnDuty: active !== '', callSign: '' } : null,
  }
}

export const ox: Framework = {
  name: 'ox',
  resource: 'ox_core',
  follow: (tell) => {
    const again = (source: number) => {
      const played = read(source)
      if (played) tell(source, played)
    }
    on('ox:playerLoaded', again)
    on('ox:setActiveGroup', again)
    on('ox:setGroup', again)
    on('ox:playerLogout', (source: number, _userId: number, charId: number) => tell(source, null, String(charId)))
  },
  read,
  garage: oxVehicles,
  setDuty: (source, isOnDuty, { name }) => void ask(source, 'setActiveGroup', isOnDuty ? name : undefined),
}
