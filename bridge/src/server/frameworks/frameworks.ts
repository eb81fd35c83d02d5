import type { EventKind } from '@tenfour/contract'
import type { BridgeConfig } from '../../config.ts'
import { hasJoined, everySource } from '../players.ts'
import { readBirth } from './births.ts'
import type { Garages } from './garages.ts'
import { esx } from './esx.ts'
import type { Framework, Job, Played } from './framework.ts'
import { ox } from './ox.ts'
import { qbcore, qbox } from './qb.ts'

/** In the order in which they are looked for: qbx_core provides qb-core, and others provide es_extended. */
const FRAMEWORKS: readonly Framework[] = [qbox, ox, qbcore, esx]

type Options = {
  readonly config: BridgeConfig['framework']
  readonly records: {
    readonly saveCharacter: (source: number, character: object) => void
    readonly playCharacter: (source: number, externalId: string | null) => void
  }
  readonly events: {
    readonly put: (kind: EventKind, source: string, payload: object) => { readonly id: string }
    readonly queued: () => number
  }
  readonly garages: Pick<Garages, 'start' | 'played' | 'left'>
  /** Whether the portal has the player on duty. */
  readonly isOnDuty: (source: string) => boolean
  readonly print: (line: string) => void
}
type Known = {
  readonly played: Played
  /** As it was last handed in; empty for never. */
  readonly saved: string
  readonly isPlayed: boolean
  /** The department of the job in which the game has the player on duty. */
  readonly onDutyIn: number | undefined
}

/** Characters and duty of the server's framework, as its players have them. */
export function createFrameworks({ config, records, events, garages, isOnDuty, print }: Options) {
  const known = new Map<number, Known>()
  /** Duty that was told to the portal and is not answered yet. The portal's word counts only after that. */
  const pending = new Map<number, string>()
  /** Players whom the portal had on duty when that was last looked at. */
  const wasOnDuty = new Set<number>()
  /** Duty of an earlier run may wait to be delivered, and be about anyone. */
  let isCaughtUp = events.queued() === 0
  const complained = new Set<string>()
  let framework: Framework | undefined

  const once = (line: string) => {
    if (!complained.has(line)) print(line)
    complained.add(line)
  }
  const departmentOf = (job: Job | null): number | undefined => (job ? config.jobs[job.name] : undefined)
  const externalId = (id: string) => (config.database === '' ? id : `${config.database}:${id}`)

  const characterOf = ({ id, name, born, phone, job }: Played) => {
    const bornOn = readBirth(born)
    if (bornOn === undefined && born !== undefined && born !== null && born !== '')
      once(`The date of birth of ${id} is left out, since it can not be read: ${JSON.stringify(born)}`)
    return {
      externalId: externalId(id),
      name: name.slice(0, 80),
      ...(bornOn !== undefined && { bornOn }),
      ...(phone !== '' && { phone: phone.slice(0, 32) }),
      ...(job && { occupation: job.label.slice(0, 80) }),
    }
  }
  const attempt = (about: string, act: () => void) => {
    try {
      act()
    } catch (error) {
      once(`${about}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  const tellDuty = (source: number, job: Job | null, isOn: boolean) =>
    attempt(`Duty as ${job?.name ?? 'nobody'} could not be handed in`, () => {
      const departmentId = departmentOf(job)
      const { id } =
        isOn && departmentId !== undefined
          ? events.put('duty-on', String(source), { departmentId, ...(job?.callSign && { identifier: job.callSign.slice(0, 16) }) })
          : events.put('duty-off', String(source), {})
      pending.set(source, id)
    })

  const tell = (source: number, played: Played | null, id?: string): void => {
    // Frameworks save players who are gone already, with the events of a change.
    if (!hasJoined(String(source))) return
    const before = known.get(source)
    if (!played) {
      if (!before || (id !== undefined && before.played.id !== id)) return
      known.delete(source)
      garages.left(source)
      if (before.isPlayed) attempt('A character could not be put down', () => records.playCharacter(source, null))
      if (before.onDutyIn !== undefined) tellDuty(source, before.played.job, false)
      return
    }
    const isSame = before?.played.id === played.id
    const character = characterOf(played)
    // Without a name there is no character yet: esx_identity asks for it after the player was loaded.
    const saved = character.name.length < 2 ? '' : JSON.stringify(character)
    const onDutyIn = played.job?.isOnDuty ? departmentOf(played.job) : undefined
    known.set(source, { played, saved, isPlayed: saved !== '', onDutyIn })
    if (saved !== '' && !(isSame && before.saved === saved))
      attempt(`The character ${character.externalId} could not be handed in`, () => records.saveCharacter(source, character))
    if (saved !== '' && !(isSame && before.isPlayed))
      attempt(`The character ${character.externalId} could not be taken up`, () => records.playCharacter(source, character.externalId))
    // After the character, to which the vehicles belong.
    if (saved !== '' && !(isSame && before.isPlayed)) garages.played(source, played.id, character.externalId)
    const wasOnDutyIn = before?.onDutyIn
    if (onDutyIn === wasOnDutyIn) {
      if (!before) compare(source)
    } else if (onDutyIn === undefined || wasOnDutyIn !== undefined || !isOnDuty(String(source)))
      tellDuty(source, played.job, onDutyIn !== undefined)
  }

  /** Brings a change of the portal's duty into the game. Duty that the portal refused stays as it is in the game. */
  const compare = (source: number): void => {
    const now = known.get(source)
    const job = now?.played.job
    if (!framework || !now || !job || departmentOf(job) === undefined || pending.has(source) || !isCaughtUp) return
    const isOn = isOnDuty(String(source))
    if (isOn === wasOnDuty.has(source)) return
    if (isOn) wasOnDuty.add(source)
    else wasOnDuty.delete(source)
    if ((now.onDutyIn !== undefined) === isOn) return
    // Noted first: the framework tells of it at once, and that must not come back to the portal.
    known.set(source, {
      ...now,
      onDutyIn: isOn ? departmentOf(job) : undefined,
      played: { ...now.played, job: { ...job, isOnDuty: isOn } },
    })
    attempt(`The duty of ${job.name} could not be set`, () => framework?.setDuty(source, isOn, job))
  }

  const readAll = () => {
    for (const source of everySource()) readAgain(Number(source))
  }
  const readAgain = (source: number) =>
    attempt('A player of the framework could not be read', () => tell(source, framework?.read(source) ?? null))

  return {
    /** Finds the framework, now or as it starts; some are started after this resource. */
    start: (): void => {
      const wanted = FRAMEWORKS.filter(({ name }) => config.use === 'auto' || config.use === name)
      const begin = (found: Framework) => {
        framework = found
        print(`Characters and duty follow ${found.resource}.`)
        garages.start(found)
        found.follow(tell)
        readAll()
      }
      const running = wanted.find(({ resource }) => GetResourceState(resource) === 'started')
      if (running) begin(running)
      on('onResourceStart', (started: string) => {
        const found = wanted.find(({ resource }) => resource === started)
        if (!found) return
        if (!framework) begin(found)
        else if (found === framework) readAll()
      })
    },
    left: (source: number): void => {
      known.delete(source)
      garages.left(source)
      pending.delete(source)
      wasOnDuty.delete(source)
    },
    /** The portal found the player's account: what it refused before is handed in again. */
    linked: (source: number): void => {
      const before = known.get(source)
      if (!before) return
      known.set(source, { ...before, saved: '', isPlayed: false, onDutyIn: undefined })
      readAgain(source)
    },
    answered: (id: string): void => {
      if (events.queued() <= 1) isCaughtUp = true
      for (const [source, each] of pending) {
        if (each !== id) continue
        pending.delete(source)
        compare(source)
      }
    },
    unitsChanged: (): void => {
      for (const source of known.keys()) compare(source)
    },
  }
}
