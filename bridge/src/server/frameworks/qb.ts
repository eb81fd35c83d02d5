import { z } from 'zod'
import { callExport, textOf, type Framework, type Played } from './framework.ts'
import { playerVehicles } from './garages.ts'

const QbJob = z.object({
  name: z.string(),
  label: z.string().catch(''),
  onduty: z.boolean().catch(false),
  grade: z.object({ level: z.number() }).catch({ level: 0 }),
})
const PlayerData = z.object({
  source: z.number(),
  citizenid: z.string(),
  charinfo: z.object({ firstname: z.unknown(), lastname: z.unknown(), birthdate: z.unknown(), phone: z.unknown() }).partial(),
  job: QbJob.nullish().catch(null),
  metadata: z.object({ callsign: z.unknown() }).partial().catch({}),
})
type Data = z.infer<typeof PlayerData>
const WithData = z.object({ PlayerData })
type WithDuty = { readonly Functions: { readonly SetJobDuty: (isOnDuty: boolean) => void } }

/** The framework's own word for none. */
const NO_CALL_SIGN = 'NO CALLSIGN'

function playedIn({ citizenid, charinfo, job, metadata }: Data): Played {
  const callSign = textOf(metadata.callsign)
  return {
    id: citizenid,
    name: [charinfo.firstname, charinfo.lastname].map(textOf).filter(Boolean).join(' '),
    born: charinfo.birthdate,
    phone: textOf(charinfo.phone),
    job: job
      ? {
          name: job.name,
          label: job.label,
          grade: job.grade.level,
          isOnDuty: job.onduty,
          callSign: callSign === NO_CALL_SIGN ? '' : callSign,
        }
      : null,
  }
}

/** qb-core, and qbx_core, which has its events: they differ in where a player is found. */
function likeQb({
  name,
  resource,
  setDuty,
}: Pick<Framework, 'name' | 'resource'> & { setDuty: (source: number, isOn: boolean) => void }): Framework {
  const read = (source: number): Played | null => {
    const parsed = WithData.safeParse(callExport(resource, 'GetPlayer', source))
    return parsed.success ? playedIn(parsed.data.PlayerData) : null
  }
  return {
    name,
    resource,
    follow: (tell) => {
      const tellData = (data: unknown) => {
        const parsed = PlayerData.safeParse(data)
        if (parsed.success) tell(parsed.data.source, playedIn(parsed.data))
      }
      on('QBCore:Server:PlayerLoaded', (player: { readonly PlayerData?: unknown } | null) => tellData(player?.PlayerData))
      // With all of a player's data, after any change of it.
      on('QBCore:Player:SetPlayerData', tellData)
      const again = (source: number) => {
        const played = read(source)
        if (played) tell(source, played)
      }
      // ToggleDuty tells SetDuty alone, and SetJobDuty only OnJobUpdate.
      on('QBCore:Server:OnJobUpdate', again)
      on('QBCore:Server:SetDuty', again)
      on('QBCore:Server:OnPlayerUnload', (source: number) => tell(source, null))
    },
    read,
    garage: playerVehicles,
    setDuty,
  }
}

export const qbcore = likeQb({
  name: 'qbcore',
  resource: 'qb-core',
  setDuty: (source, isOn) => (callExport('qb-core', 'GetPlayer', source) as WithDuty | null | undefined)?.Functions.SetJobDuty(isOn),
})
export const qbox = likeQb({
  name: 'qbox',
  resource: 'qbx_core',
  setDuty: (source, isOn) => void callExport('qbx_core', 'SetJobDuty', source, isOn),
})
