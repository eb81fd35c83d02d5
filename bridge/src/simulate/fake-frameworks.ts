import type { FakeFivem } from './fake-fivem.ts'

type Game = Pick<FakeFivem, 'provide' | 'startOther' | 'fromResource'>

/** A person as a test makes them; each fake keeps them in its framework's own form. */
export type FakePerson = {
  readonly id: string
  readonly first: string
  readonly last: string
  readonly born?: unknown
  readonly phone?: string | number
  readonly job?: string
  readonly isOnDuty?: boolean
  readonly callSign?: string
}
export type FakeFramework = {
  readonly start: () => void
  /** The player chooses a character. */
  readonly load: (source: number, person: FakePerson) => void
  readonly unload: (source: number) => void
  readonly setJob: (source: number, job: string, isOnDuty?: boolean) => void
  readonly setDuty: (source: number, isOnDuty: boolean) => void
  readonly rename: (source: number, first: string, last: string) => void
  readonly isOnDuty: (source: number) => boolean
  /** How often a script has set somebody's duty. */
  readonly dutyCalls: () => number
}

const LABELS: Readonly<Record<string, string>> = { police: 'LSPD', unemployed: 'Civilian' }
const labelOf = (job: string) => LABELS[job] ?? job

/**
 * es_extended. `loadESXPlayer` in [core]/es_extended/server/main.lua of esx-framework/esx_core at 00bc5f1d: identity is set on the xPlayer before
 * `esx:playerLoaded`, and `esx:playerLogout` is followed by `esx:playerDropped`, before the player is forgotten. `setJob` with duty: its player classes of 2025
 * raise `esx:setJob (source, job, lastJob)`.
 */
export function fakeEsx(game: Game): FakeFramework {
  type XPlayer = {
    identifier: string
    job: object & { onDuty: boolean; name: string }
    variables: Record<string, unknown>
    setJob: unknown
  }
  const players = new Map<number, XPlayer>()
  let calls = 0
  const jobOf = (name: string, onDuty: boolean) => ({ id: 1, name, label: labelOf(name), grade: 2, grade_name: 'sergeant', onDuty })
  const setJob = (source: number, name: string, onDuty: boolean) => {
    const player = players.get(source)
    if (!player) return
    const last = player.job
    player.job = jobOf(name, name === 'unemployed' ? false : onDuty)
    game.fromResource('esx:setJob', source, player.job, last)
  }
  game.provide('es_extended', {
    getSharedObject: () => ({ GetPlayerFromId: (source: unknown) => players.get(Number(source)) ?? null }),
  })
  return {
    start: () => game.startOther('es_extended'),
    load: (source, { id, first, last, born, phone, job = 'unemployed', isOnDuty = false }) => {
      const player: XPlayer = {
        identifier: id,
        job: jobOf(job, isOnDuty),
        variables: first === '' ? {} : { firstName: first, lastName: last, dateofbirth: born, sex: 'm', phoneNumber: phone },
        setJob: (name: string, _grade: number, onDuty: boolean) => {
          calls += 1
          setJob(source, name, onDuty)
        },
      }
      players.set(source, player)
      game.fromResource('esx:playerLoaded', source, player, false)
    },
    unload: (source) => {
      game.fromResource('esx:playerLogout', source)
      game.fromResource('esx:playerDropped', source)
      players.delete(source)
    },
    setJob: (source, name, isOnDuty = false) => setJob(source, name, isOnDuty),
    setDuty: (source, isOnDuty) => setJob(source, players.get(source)?.job.name ?? '', isOnDuty),
    // esx_identity sets the variables and raises nothing with them; the next change of the job shows them.
    rename: (source, first, last) => {
      const player = players.get(source)
      if (!player) return
      Object.assign(player.variables, { firstName: first, lastName: last })
      setJob(source, player.job.name, player.job.onDuty)
    },
    isOnDuty: (source) => players.get(source)?.job.onDuty === true,
    dutyCalls: () => calls,
  }
}

/**
 * qb-core: server/player.lua of qbcore-framework/qb-core at 008fea4d. `PlayerLoaded` before the first `SetPlayerData`; `SetJobDuty` raises `OnJobUpdate` and then
 * `SetPlayerData`; `Logout` raises `OnPlayerUnload` and forgets the player 200 ms later. qbx_core: server/player.lua of Qbox-project/qbx_core at 009a921d, with
 * '00-00-0000' for no date of birth.
 */
export function fakeQb(game: Game, resource: 'qb-core' | 'qbx_core'): FakeFramework {
  type Data = { source: number; citizenid: string; charinfo: Record<string, unknown>; job: Record<string, unknown>; metadata: object }
  const players = new Map<number, Data>()
  let calls = 0
  const jobOf = (name: string, onduty: boolean) => ({
    name,
    label: labelOf(name),
    type: 'leo',
    onduty,
    grade: { name: 'Sergeant', level: 2 },
  })
  const update = (source: number) => game.fromResource('QBCore:Player:SetPlayerData', players.get(source))
  const setDuty = (source: number, onduty: boolean) => {
    const data = players.get(source)
    if (!data) return
    data.job = { ...data.job, onduty }
    if (resource === 'qbx_core') game.fromResource('QBCore:Server:SetDuty', source, onduty)
    else game.fromResource('QBCore:Server:OnJobUpdate', source, data.job)
    update(source)
  }
  const byScript = (source: unknown, isOn: unknown) => {
    calls += 1
    setDuty(Number(source), isOn === true)
  }
  const playerOf = (source: unknown) => {
    const data = players.get(Number(source))
    return data ? { PlayerData: data, Functions: { SetJobDuty: (isOn: boolean) => byScript(source, isOn) } } : null
  }
  game.provide(resource, { GetPlayer: playerOf, ...(resource === 'qbx_core' && { SetJobDuty: byScript }) })
  return {
    start: () => game.startOther(resource),
    load: (source, { id, first, last, born = '00-00-0000', phone, job = 'unemployed', isOnDuty = false, callSign = 'NO CALLSIGN' }) => {
      players.set(source, {
        source,
        citizenid: id,
        charinfo: { firstname: first, lastname: last, birthdate: born, gender: 0, phone },
        job: jobOf(job, isOnDuty),
        metadata: { callsign: callSign, hunger: 100 },
      })
      game.fromResource('QBCore:Server:PlayerLoaded', playerOf(source))
      update(source)
    },
    unload: (source) => {
      game.fromResource('QBCore:Server:OnPlayerUnload', source)
      players.delete(source)
    },
    setJob: (source, name, isOnDuty = false) => {
      const data = players.get(source)
      if (!data) return
      data.job = jobOf(name, isOnDuty)
      update(source)
      game.fromResource('QBCore:Server:OnJobUpdate', source, data.job)
    },
    setDuty,
    rename: (source, first, last) => {
      Object.assign(players.get(source)?.charinfo ?? {}, { firstname: first, lastname: last })
      update(source)
    },
    isOnDuty: (source) => players.get(source)?.job['onduty'] === true,
    dutyCalls: () => calls,
  }
}

/**
 * ox_core: server/player/class.ts of CommunityOx/ox_core at 7ef91676, `CallPlayer` of server/classInterface.ts. A player exists before a character is chosen;
 * `ox:playerLogout` comes while its charId is still set; the active group is set without one while loading, so no event tells of it.
 */
export function fakeOx(game: Game): FakeFramework {
  const players = new Map<number, { charId?: number; groups: Record<string, number>; values: Record<string, unknown> }>()
  let calls = 0
  const setActiveGroup = (source: number, group: string | undefined) => {
    const player = players.get(source)
    if (!player) return
    const before = player.values['activeGroup']
    player.values['activeGroup'] = group
    game.fromResource('ox:setActiveGroup', source, group, before)
  }
  game.provide('ox_core', {
    GetPlayer: (source) => ({ source, userId: 1, charId: players.get(Number(source))?.charId }),
    CallPlayer: (source, method, ...args) => {
      if (method === 'getGroups') return players.get(Number(source))?.groups
      if (method === 'get') return players.get(Number(source))?.values[String(args[0])]
      calls += 1
      setActiveGroup(Number(source), typeof args[0] === 'string' ? args[0] : undefined)
      return true
    },
  })
  return {
    start: () => game.startOther('ox_core'),
    load: (source, { id, first, last, born, phone, job, isOnDuty = false }) => {
      players.set(source, {
        charId: Number(id),
        groups: job ? { [job]: 1 } : {},
        values: { firstName: first, lastName: last, dateOfBirth: born, phoneNumber: phone, activeGroup: isOnDuty ? job : undefined },
      })
      game.fromResource('ox:playerLoaded', source, 1, Number(id))
    },
    unload: (source) => {
      game.fromResource('ox:playerLogout', source, 1, players.get(source)?.charId)
      players.delete(source)
    },
    setJob: (source, name, isOnDuty = false) => setActiveGroup(source, isOnDuty ? name : undefined),
    setDuty: (source, isOnDuty) => setActiveGroup(source, isOnDuty ? 'police' : undefined),
    // ox_core has no change of names; the next event shows one that a script made.
    rename: (source, first, last) => {
      const player = players.get(source)
      if (!player) return
      Object.assign(player.values, { firstName: first, lastName: last })
      game.fromResource('ox:setGroup', source, 'police', 1)
    },
    isOnDuty: (source) => players.get(source)?.values['activeGroup'] !== undefined,
    dutyCalls: () => calls,
  }
}
