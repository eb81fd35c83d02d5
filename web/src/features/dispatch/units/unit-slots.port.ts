import { UNIT_STATUS, UNIT_STATUS_WORDS, type Beat, type PatrolUnit, type UnitStatus } from '@tenfour/contract'
import { statusOf, statusOrder, statusWord, statusWords } from '../../../ui/unit-status.ts'
import { distanceTo, distanceWords } from '../../../map/distance.ts'
import type { CommandContext, Read, Slot, Step, Suggestion } from '../../../panels/commands/command.ts'
import { both, keyOf, match, oneOf, prefixMatches, type Candidate } from '../../../panels/commands/match.ts'
import { radioCodes } from '../cad-values/cad-values.port.ts'
import { written } from '../../../panels/commands/text-slots.ts'

export { classWords, readTransferClass, suggestTransferClasses, toneClassSlot } from './class-slots.ts'

const ME = 'me'
/** Stands for the unit on the open call, as it does for the call itself. */
const OF_OPEN_CALL = '.'

const lastWord = (name: string): string => name.split(/\s+/u).at(-1) ?? name

/** The text that identifies the unit: units with the same call sign are told apart by name. */
function signOf(unit: PatrolUnit, units: readonly PatrolUnit[]): string {
  const isShared = units.some((each) => each.userId !== unit.userId && keyOf(each.identifier) === keyOf(unit.identifier))
  return isShared ? `${unit.identifier}/${lastWord(unit.name)}` : unit.identifier
}

function candidatesOf({ units, own }: CommandContext): readonly Candidate<PatrolUnit>[] {
  return units.map((unit) => ({
    value: unit,
    names: [[unit.identifier, `${unit.identifier}${lastWord(unit.name)}`], unit.name.split(/\s+/u)],
    codes: unit.userId === own?.userId ? [ME] : [],
  }))
}

export function readUnit(typed: string, context: CommandContext): Read<PatrolUnit> {
  if (typed === OF_OPEN_CALL) return readUnitOfOpenCall(context)
  if (keyOf(typed) === ME && !context.own) return { problem: 'You are not on duty, so “me” is no unit' }
  const found = match(candidatesOf(context), typed)
  switch (found.kind) {
    case 'one':
      return { value: found.value, certainty: found.isExact ? 'whole' : 'begun' }
    case 'several':
      return { problem: `“${typed}” could be ${oneOf(found.values.map((unit) => signOf(unit, context.units)))}` }
    case 'none':
      return { problem: `No unit on duty is called “${typed}”` }
  }
}

/** The primary unit of the open call. */
function readUnitOfOpenCall({ openCallId, calls, units }: CommandContext): Read<PatrolUnit> {
  if (openCallId === null) return { problem: 'No call is open: give a call sign' }
  const there = units.filter(({ callId }) => callId === openCallId)
  const primary = calls.get(openCallId)?.primaryUserId
  const unit = there.find(({ userId }) => userId === primary) ?? there[0]
  return unit ? { value: unit, certainty: 'whole' } : { problem: `No unit is on call ${openCallId}` }
}

const collator = new Intl.Collator(undefined, { numeric: true })

export function suggestUnits(
  typed: string,
  context: CommandContext,
  among = context.units,
  more: (unit: PatrolUnit) => string = () => '',
): readonly Suggestion[] {
  return prefixMatches(candidatesOf({ ...context, units: among }), typed)
    .toSorted((a, b) => collator.compare(a.identifier, b.identifier))
    .map((unit) => ({
      insert: written(signOf(unit, context.units)),
      label: signOf(unit, context.units),
      detail: [unit.name, statusWords(statusOf(unit)), unit.callId === null ? '' : `call ${unit.callId}`, more(unit)]
        .filter(Boolean)
        .join(', '),
    }))
}

/** The units the user may act on: any as a dispatcher, else only their own. */
const actionableUnits = ({ units, own, mayDispatch }: CommandContext): readonly PatrolUnit[] => (mayDispatch ? units : own ? [own] : [])

const oneUnit: Slot<PatrolUnit> = {
  name: 'unit',
  hint: 'a unit',
  span: 'one',
  read: ([typed = ''], context) => readUnit(typed, context),
  suggest: (typed, context) => suggestUnits(typed, context, actionableUnits(context)),
}

/** Any unit, for any user. */
export const anyUnit: Slot<PatrolUnit> = { ...oneUnit, suggest: (typed, context) => suggestUnits(typed, context) }
/** A unit; defaults to one's own. */
export const unitOrOwn: Slot<PatrolUnit> = {
  ...oneUnit,
  omitted: ({ own }, next) => (own && keyOf(next ?? '') !== ME && next !== OF_OPEN_CALL ? { value: own } : undefined),
}
/** A unit; defaults to one's own, except for dispatchers, who are never sent anywhere. */
export const unitOfOthersOrOwn: Slot<PatrolUnit> = {
  ...anyUnit,
  omitted: ({ own, mayDispatch }) => (own && !mayDispatch ? { value: own } : undefined),
}

export const unitsOrOwn: Slot<readonly PatrolUnit[]> = {
  name: 'units',
  hint: 'a unit',
  span: 'many',
  read: (parts, context) => {
    const units: PatrolUnit[] = []
    let certainty: 'whole' | 'begun' = 'whole'
    for (const part of parts) {
      const read = readUnit(part, context)
      if ('problem' in read) return read
      if (read.certainty !== 'whole') certainty = 'begun'
      if (!units.includes(read.value)) units.push(read.value)
    }
    return { value: units, certainty }
  },
  suggest: (typed, context) => suggestUnits(typed, context, actionableUnits(context)),
  omitted: ({ own, mayDispatch }) => (own && !mayDispatch ? { value: [own] } : undefined),
}

/** Empty for the recommended one. Shows each unit's distance to the open call, which is where they are most likely sent. */
export const unitsToSend: typeof unitsOrOwn = {
  ...unitsOrOwn,
  omitted: (context, next) => (context.mayDispatch ? { value: [] } : unitsOrOwn.omitted?.(context, next)),
  suggest: (typed, context) => suggestUnits(typed, context, actionableUnits(context), (unit) => farFromOpenCall(unit, context)),
}

function farFromOpenCall({ userId }: PatrolUnit, { openCallId, calls, places }: CommandContext): string {
  const call = openCallId === null ? undefined : calls.get(openCallId)
  const distance = call ? distanceTo(call, places.get(userId)) : null
  return call && distance !== null ? `${distanceWords(distance)} from ${call.callId}` : ''
}

type StatusCode = { readonly status: UnitStatus; readonly codes: readonly [string, ...string[]] }

/** The codes for each status, the last being its key on the desktop; any prefix of its name works too. */
export const STATUS_CODES: readonly StatusCode[] = [
  { status: UNIT_STATUS.inService, codes: ['is', '1'] },
  { status: UNIT_STATUS.busy, codes: ['bz', '2'] },
  { status: UNIT_STATUS.enRoute, codes: ['er', '3'] },
  { status: UNIT_STATUS.onScene, codes: ['os', 'es', '4'] },
  { status: UNIT_STATUS.subjectInCustody, codes: ['cu', '5'] },
  { status: UNIT_STATUS.outOfService, codes: ['oo', '6'] },
  { status: UNIT_STATUS.offDuty, codes: ['od', '7'] },
]
const OTHER_WORDS: Readonly<Partial<Record<UnitStatus, string>>> = { 3: 'available', 7: 'custody' }

/** By what the community calls them, and by the words that the seven came with. */
const statusCandidates = (): readonly Candidate<number>[] =>
  statusOrder().map((value) => {
    const own = STATUS_CODES.find(({ status }) => status === value)
    const shipped = own ? [UNIT_STATUS_WORDS[own.status], OTHER_WORDS[own.status] ?? []].flat() : []
    return { value, names: [statusWords(value), [statusWord(value), ...shipped]], codes: own?.codes ?? [] }
  })
const firstCode = (value: number): string =>
  STATUS_CODES.find(({ status }) => status === value)?.codes[0] ?? statusWord(value).toLowerCase()

export const statusSlot: Slot<number> = {
  name: 'status',
  hint: 'a status',
  span: 'rest',
  read: ([typed = '']) => {
    const code = radioCodes().find(typed)
    if (code && 'status' in code) return { value: code.status, certainty: 'whole' }
    const found = match(statusCandidates(), typed)
    switch (found.kind) {
      case 'one':
        return { value: found.value, certainty: found.isExact ? 'whole' : 'begun' }
      case 'several':
        return { problem: `“${typed}” could be ${oneOf(found.values.map(statusWords))}` }
      case 'none':
        return { problem: `There is no status “${typed}”` }
    }
  },
  suggest: (typed) => [
    // A digit is rather the beginning of a call sign.
    ...prefixMatches(/^\d/u.test(typed) ? [] : statusCandidates(), typed).map((statusId) => ({
      insert: firstCode(statusId),
      label: firstCode(statusId),
      detail: [statusWords(statusId), ...radioCodes().codesFor({ status: statusId })].join(', '),
    })),
    ...radioCodes()
      .begun(typed)
      .flatMap((each) => ('status' in each ? [{ insert: each.code, label: each.code, detail: statusWords(each.status) }] : [])),
  ],
}

const channelCandidates = ({ radioChannels }: CommandContext): readonly Candidate<string>[] =>
  radioChannels.map((value) => ({ value, names: [value] }))

export const channelSlot: Slot<string> = {
  name: 'channel',
  hint: 'a channel',
  span: 'rest',
  read: ([typed = ''], context) => {
    const found = match(channelCandidates(context), typed)
    switch (found.kind) {
      case 'one':
        return { value: found.value, certainty: found.isExact ? 'whole' : 'begun' }
      case 'several':
        return { problem: `“${typed}” could be ${oneOf(found.values)}` }
      case 'none':
        return { value: typed, certainty: 'free' }
    }
  },
  suggest: (typed, context) =>
    prefixMatches(channelCandidates(context), typed).map((channel) => ({ insert: channel, label: channel, detail: 'radio channel' })),
}

const NO_BEAT = 'none'
type BeatChoice = Pick<Beat, 'name'> & { readonly beatId: number | null; readonly area: string }

const beatCandidates = ({ beats }: CommandContext): readonly Candidate<BeatChoice>[] => {
  const nowhere: BeatChoice = { beatId: null, name: NO_BEAT, area: 'no beat' }
  return [...beats, nowhere].map((value) => ({ value, names: [value.name, value.name.split(/\s+/u)] }))
}

export const beatSlot: Slot<BeatChoice> = {
  name: 'beat',
  hint: 'a beat',
  span: 'rest',
  read: ([typed = ''], context) => {
    const found = match(beatCandidates(context), typed)
    switch (found.kind) {
      case 'one':
        return { value: found.value, certainty: found.isExact ? 'whole' : 'begun' }
      case 'several':
        return { problem: `“${typed}” could be ${oneOf(found.values.map(({ name }) => name))}` }
      case 'none':
        return { problem: `There is no beat “${typed}”` }
    }
  },
  suggest: (typed, context) =>
    prefixMatches(beatCandidates(context), typed).map(({ name, area }) => ({ insert: name, label: name, detail: area })),
}

export const signs = (units: readonly PatrolUnit[]): string => both(units.map(({ identifier }) => identifier))

/** The step, if all units are the user's own or the user is a dispatcher; otherwise a refusal. */
export const onUnits = (units: readonly PatrolUnit[], { own, mayDispatch }: CommandContext, action: string, step: Step): Step =>
  mayDispatch || units.every(({ userId }) => userId === own?.userId)
    ? step
    : { refusal: `Only dispatchers and staff can ${action} another unit` }
