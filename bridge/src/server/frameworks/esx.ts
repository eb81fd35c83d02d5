import { z } from 'zod'
import { callExport, textOf, type Framework, type Played } from './framework.ts'
import { ownedVehicles } from './garages.ts'

const EsxJob = z.object({
  name: z.string(),
  label: z.string().catch(''),
  grade: z.number().catch(0),
  /** Absent before es_extended had duty: then somebody with the job is on duty. */
  onDuty: z.boolean().catch(true),
})
/** The plain values of an xPlayer, whose functions arrive as references. */
const XPlayer = z.object({
  identifier: z.string(),
  job: EsxJob.nullish().catch(null),
  variables: z
    .object({ firstName: z.string(), lastName: z.string(), dateofbirth: z.unknown(), phoneNumber: z.unknown() })
    .partial()
    .catch({}),
})
type Shared = { readonly GetPlayerFromId: (source: number) => unknown }
type WithJob = { readonly setJob: (name: string, grade: number, isOnDuty: boolean) => void }

const jobOf = ({ onDuty, ...job }: z.infer<typeof EsxJob>) => ({ ...job, isOnDuty: onDuty, callSign: '' })

function playedBy(xPlayer: unknown): Played | null {
  const parsed = XPlayer.safeParse(xPlayer)
  if (!parsed.success) return null
  const { identifier, job, variables } = parsed.data
  // The xPlayer's name is the player's until esx_identity has set these.
  const name = [variables.firstName, variables.lastName].filter(Boolean).join(' ')
  return { id: identifier, name, born: variables.dateofbirth, phone: textOf(variables.phoneNumber), job: job ? jobOf(job) : null }
}

const player = (source: number): unknown =>
  (callExport('es_extended', 'getSharedObject') as Shared | null | undefined)?.GetPlayerFromId(source)
const read = (source: number) => playedBy(player(source))

export const esx: Framework = {
  name: 'esx',
  resource: 'es_extended',
  follow: (tell) => {
    on('esx:playerLoaded', (source: number, xPlayer: unknown) => tell(source, playedBy(xPlayer)))
    on('esx:setJob', (source: number, job: unknown) => {
      const [played, next] = [read(source), EsxJob.safeParse(job)]
      if (played) tell(source, next.success ? { ...played, job: jobOf(next.data) } : played)
    })
    on('esx:playerDropped', (source: number) => tell(source, null))
    on('esx:playerLogout', (source: number) => tell(source, null))
  },
  read,
  garage: ownedVehicles,
  setDuty: (source, isOnDuty, { name, grade }) => (player(source) as WithJob | null | undefined)?.setJob(name, grade, isOnDuty),
}
