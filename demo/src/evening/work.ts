import {
  addCallLog,
  changeCallUnits,
  clearCall,
  createCall,
  getUnit,
  listUnits,
  saveUnit,
  setUnitChannel,
  setUnitStatus,
  soundTone,
  UNIT_CLASS,
  UNIT_STATUS,
  UNIT_TYPE,
  type UnitStatus,
} from '@tenfour/contract'
import type { Random } from '../random.ts'
import type { Agenda } from './agenda.ts'
import type { Crew, Mate } from './crew.ts'
import type { MemberClient } from './hands.ts'
import type { Place } from './places.ts'
import { UNKNOWN, type Scenario } from './scenarios.ts'

export type Stage = {
  readonly agenda: Agenda
  readonly act: MemberClient
  readonly random: Random
  readonly crew: Crew
  readonly serverId: number
  /** Ids of call types by code, and of beats by name. */
  readonly types: ReadonlyMap<string, number>
  readonly beats: ReadonlyMap<string, number>
}
export type Work = ReturnType<typeof createWork>

/** The work of members on calls: take them, send units, arrive, log what they find, clear them. */
export function createWork({ agenda, act, random, crew, serverId, types, beats }: Stage) {
  const stories = new Map<number, Scenario>()
  const linesLogged = new Map<number, number>()
  const speakers = new Set<number>()
  const storyOf = (callId: number): Scenario => stories.get(callId) ?? UNKNOWN
  const dispatchers = crew.mates.filter(({ type }) => type === UNIT_TYPE.Dispatcher)
  const dispatcher = () => random.pick(dispatchers).userId
  const mateOf = (userId: number) => crew.mates.find((mate) => mate.userId === userId)
  const unitOf = ({ userId }: Mate) => act(userId, getUnit, { params: { userId } })
  const isOn = async (mate: Mate, callId: number) => (await unitOf(mate))?.callId === callId
  const become = ({ userId }: Mate, status: UnitStatus) => act(userId, setUnitStatus, { params: { userId, status } })

  const goOnDuty = (mate: Mate) =>
    act(mate.userId, saveUnit, {
      body: {
        serverId,
        departmentId: mate.departmentId,
        identifier: mate.identifier,
        type: mate.type ?? UNIT_TYPE.Patrol,
        beatId: (mate.beat !== undefined && beats.get(mate.beat)) || null,
        channel: mate.channel,
      },
    })

  const wordsOf = ({ code, title, narrative, caller = '', priority, channel = '' }: Scenario, { location, postal, x, y }: Place) => {
    const callTypeId = types.get(code)
    return {
      serverId,
      title,
      narrative,
      caller,
      channel,
      location,
      postal,
      x,
      y,
      ...(callTypeId ? { callTypeId } : {}),
      ...(priority ? { priority } : {}),
    }
  }

  /** Someone calls in, and a dispatcher enters the call. */
  const take = async (scenario: Scenario, place: Place): Promise<number | undefined> => {
    const by = dispatcher()
    const call = await act(by, createCall, { body: { ...wordsOf(scenario, place), source: '911' } })
    if (!call) return undefined
    stories.set(call.callId, scenario)
    if (scenario.tone) {
      const classes = call.classes.filter((each) => each !== UNIT_CLASS.Other)
      await act(by, soundTone, { body: { serverId, classes, message: `${scenario.tone}, ${place.location}`, callId: call.callId } })
    }
    return call.callId
  }

  /** An officer discovers the incident and is on scene. */
  const comeUpon = async (scenario: Scenario, place: Place, mate: Mate): Promise<number | undefined> => {
    const call = await act(mate.userId, createCall, { body: { ...wordsOf(scenario, place), unitIds: [mate.userId] } })
    if (!call) return undefined
    stories.set(call.callId, scenario)
    agenda.in(random.int(3, 8), () => arrive(call.callId, mate))
    return call.callId
  }

  const free = async (unitClass: number): Promise<Mate[]> => {
    const units = (await act(dispatcher(), listUnits, { params: { serverId } })) ?? []
    const isFree = (mate: Mate | undefined): mate is Mate => mate?.unitClass === unitClass
    return random.shuffle(
      units
        .filter((unit) => unit.status === UNIT_STATUS.inService && unit.callId === null)
        .map((unit) => mateOf(unit.userId))
        .filter(isFree),
    )
  }

  const tune = ({ userId }: Mate, channel: string) => act(userId, setUnitChannel, { params: { userId }, body: { channel } })
  const dispatch = async (callId: number, mates: readonly Mate[]) => {
    const attach = mates.map(({ userId }) => ({ userId, from: 0 }))
    const sent = await act(dispatcher(), changeCallUnits, { params: { callId }, body: { attach, detach: [] } })
    const { channel = '' } = storyOf(callId)
    for (const mate of sent && channel !== '' ? mates : []) await tune(mate, channel)
    return sent
  }
  /** Units that are done with their call listen to their own channel again. */
  const tuneBack = async () => {
    const units = (await act(dispatcher(), listUnits, { params: { serverId } })) ?? []
    for (const unit of units) {
      const mate = mateOf(unit.userId)
      if (mate && unit.callId === null && unit.channel !== mate.channel) await tune(mate, mate.channel)
    }
  }

  /** Sends as many units as needed, or as there are; false if none is free. */
  const sendFree = async (callId: number): Promise<boolean> => {
    const { police, fire } = storyOf(callId)
    const mates = [...(await free(UNIT_CLASS.Leo)).slice(0, police), ...(await free(UNIT_CLASS.Fire)).slice(0, fire)]
    if (mates.length === 0 || !(await dispatch(callId, mates))) return false
    for (const mate of mates) agenda.in(random.int(40, 130), () => arrive(callId, mate))
    return true
  }

  const arrive = async (callId: number, mate: Mate): Promise<void> => {
    if (!(await isOn(mate, callId))) return
    await become(mate, UNIT_STATUS.onScene)
    speak(callId, mate, random.int(30, 60))
  }

  /** A unit on scene logs the scenario's lines one by one, then clears the call. */
  const speak = (callId: number, mate: Mate, seconds: number): void => {
    if (speakers.has(callId)) return
    speakers.add(callId)
    agenda.in(seconds, () => report(callId, mate))
  }
  const report = async (callId: number, mate: Mate): Promise<void> => {
    speakers.delete(callId)
    if (!(await isOn(mate, callId))) return
    if (await tell(callId, mate)) speak(callId, mate, random.int(35, 90))
    else await finish(callId, mate)
  }
  const tell = async (callId: number, { userId }: Mate): Promise<boolean> => {
    const line = linesLogged.get(callId) ?? 0
    const text = storyOf(callId).notes[line]
    if (text === undefined) return false
    linesLogged.set(callId, line + 1)
    await act(userId, addCallLog, { params: { callId }, body: text })
    return true
  }

  const finish = async (callId: number, mate: Mate): Promise<void> => {
    const { dispositions, mayArrest } = storyOf(callId)
    const disposition = random.pick(dispositions)
    const end = async () => {
      await act(mate.userId, clearCall, { params: { callId }, query: { disposition } })
      await tuneBack()
    }
    stories.delete(callId)
    linesLogged.delete(callId)
    if (!mayArrest || disposition !== 'Arrest made') return end()
    await become(mate, UNIT_STATUS.subjectInCustody)
    agenda.in(random.int(20, 45), end)
    agenda.in(random.int(120, 240), () => backInService(mate))
  }

  const backInService = async (mate: Mate): Promise<void> => {
    const unit = await unitOf(mate)
    if (unit?.callId === null && unit.status !== UNIT_STATUS.offDuty) await become(mate, UNIT_STATUS.inService)
  }

  /** A call not created by the demo. */
  const adopt = (callId: number, scenario: Scenario) => {
    if (!stories.has(callId)) stories.set(callId, scenario)
  }

  return { dispatcher, goOnDuty, take, comeUpon, adopt, free, dispatch, sendFree, arrive, speak, tell, become, backInService, mateOf }
}
