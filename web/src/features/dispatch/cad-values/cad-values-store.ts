import {
  LICENCE_TYPE_IDS,
  LICENCE_WORDS,
  LicenceType,
  listCadValues,
  type Beat,
  type CadValue,
  type CadValueKind,
  type CadValueOf,
  type CallType,
  type Flagged,
} from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { subscribe as followRoom } from '../../../platform/realtime/realtime.ts'
import { hasMissed } from '../../../platform/realtime/rooms.ts'
import { createObservable, useObservable, type Readable } from '../../../platform/store/observable.ts'
import { keepStatuses } from '../../../ui/unit-status.ts'
import { keepRadioCodes } from './radio-codes.ts'
import { keepUnitTypes } from './unit-types.ts'
import { keepWelfareTimes } from './welfare-times.ts'

type State = { readonly values?: readonly CadValue[]; readonly error?: unknown }

/** The community's values, loaded once; the room sends those that changed. */
const state = createObservable<State>({}, () => {
  load()
  return followRoom(
    'cad-values',
    {},
    {
      // The first snapshot comes with what is being loaded.
      onSnapshot: (_values, position) => hasMissed(position) && load(),
      onDelta: ({ payload }) => keepCadValues(payload.values),
    },
  )
})

let lastLoad = 0

function load(): void {
  const current = (lastLoad += 1)
  if (state.get().error !== undefined) state.set({})
  call(listCadValues, { quiet: true })
    .then((values) => current === lastLoad && show(values))
    .catch((error: unknown) => current === lastLoad && !state.get().values && state.set({ error }))
}

const idOf = ({ kind, valueId }: CadValue): string => `${kind}:${valueId}`

/** Shows values as an answer or the room brought them. A list that is still being loaded may be without them. */
export function keepCadValues(saved: readonly CadValue[]): void {
  const { values } = state.get()
  if (!values) return load()
  lastLoad += 1
  const byId = new Map([...values, ...saved].map((value) => [idOf(value), value]))
  show([...byId.values()])
}

function show(values: readonly CadValue[]): void {
  keepStatuses(valuesOf(values, 'status').map(({ valueId, content, isRetired }) => ({ statusId: valueId, ...content, isRetired })))
  keepRadioCodes(valuesOf(values, 'radio-code'))
  keepUnitTypes(valuesOf(values, 'unit-type'))
  keepWelfareTimes(valuesOf(values, 'welfare-time'))
  state.set({ values })
}

/** Loads the values for as long as a page is shown that has them by other ways than a hook, such as statuses on a map. */
export const useCadValuesLoaded = (isWanted = true): void => void useObservable(isWanted ? state : UNLOADED)

export const reloadCadValues = load

/** Neither values nor error: still loading. Retired ones are among them. */
export const useAllCadValues = (): State => useObservable(state)

const inOrder = (a: CadValue, b: CadValue): number => a.position - b.position || a.valueId - b.valueId
const isOf =
  <K extends CadValueKind>(kind: K) =>
  (value: CadValue): value is CadValue & CadValueOf<K> =>
    value.kind === kind
/** The values of a kind in the order of lists, retired ones included. */
export const valuesOf = <K extends CadValueKind>(values: readonly CadValue[], kind: K): readonly CadValueOf<K>[] =>
  values.filter(isOf(kind)).toSorted(inOrder)

const toCallType = ({ valueId, key, content }: CadValueOf<'call-type'>): CallType => ({
  callTypeId: valueId,
  key: key ?? content.code,
  ...content,
})
const toBeat = ({ valueId, content }: CadValueOf<'beat'>): Beat => ({ beatId: valueId, ...content })

const NOTHING: readonly CadValue[] = []
/** Works something out of the values, once for each list of them. */
function derived<T>(work: (values: readonly CadValue[]) => T): (values: readonly CadValue[]) => T {
  const known = new WeakMap<readonly CadValue[], { readonly result: T }>()
  return (values) => {
    const before = known.get(values)
    if (before) return before.result
    const result = work(values)
    known.set(values, { result })
    return result
  }
}
const inUse = <K extends CadValueKind>(values: readonly CadValue[], kind: K) => valuesOf(values, kind).filter(({ isRetired }) => !isRetired)

const callTypes = derived((values) => inUse(values, 'call-type').map(toCallType))
const callTypesById = derived(
  (values): ReadonlyMap<number, CallType> => new Map(valuesOf(values, 'call-type').map((value) => [value.valueId, toCallType(value)])),
)
const dispositions = derived((values) => inUse(values, 'disposition').map(({ content }) => content.name))
const radioChannels = derived((values) => inUse(values, 'radio-channel').map(({ content }) => content.name))
const namesOf = {
  'vehicle-model': derived((values) => inUse(values, 'vehicle-model').map(({ content }) => content.name)),
  'weapon-model': derived((values) => inUse(values, 'weapon-model').map(({ content }) => content.name)),
}
const beats = derived((values) => inUse(values, 'beat').map(toBeat))

const beatNames = derived(
  (values): ReadonlyMap<number, string> => new Map(valuesOf(values, 'beat').map(({ valueId, content }) => [valueId, content.name])),
)

const UNLOADED: Readable<State> = { get: () => EMPTY, subscribe: () => () => undefined }
const EMPTY: State = {}
const useDerived = <T>(read: (values: readonly CadValue[]) => T, isWanted = true): T =>
  read(useObservable(isWanted ? state : UNLOADED).values ?? NOTHING)

/** A call type as it is now, for code outside of rendering; undefined until the values are loaded. */
export const callTypeNow = (callTypeId: number): CallType | undefined => callTypesById(state.get().values ?? NOTHING).get(callTypeId)

/** The call types in use, in the order of lists; empty until loaded. */
export const useCallTypes = (): readonly CallType[] => useDerived(callTypes)
/** All call types by id: a call may have one that is retired. */
export const useCallTypesById = ({ enabled = true } = {}): ReadonlyMap<number, CallType> => useDerived(callTypesById, enabled)
export const useDispositions = (): readonly string[] => useDerived(dispositions)
/** The names in use of a kind that has nothing but a name. */
export const useCadValueNames = (kind: keyof typeof namesOf): readonly string[] => useDerived(namesOf[kind])
const NO_FLAGS: readonly NamedValue[] = []
type NamedValue = { readonly valueId: number; readonly name: string }
const flags = derived((values) => {
  const all = inUse(values, 'flag')
  const on = (of: Flagged): readonly NamedValue[] =>
    all.flatMap(({ valueId, content }) => (content.on.includes(of) ? [{ valueId, name: content.name }] : []))
  return { person: on('person'), vehicle: on('vehicle'), weapon: on('weapon') }
})
/** The flags in use that are set on such a record; none while they are not wanted. */
export function useFlags(of: Flagged, isWanted = true): readonly NamedValue[] {
  const known = useDerived(flags, isWanted)
  return isWanted ? known[of] : NO_FLAGS
}
const impoundLots = derived((values): readonly NamedValue[] =>
  inUse(values, 'impound-lot').map(({ valueId, content }) => ({ valueId, name: content.name })),
)
export const useImpoundLots = (isWanted = true): readonly NamedValue[] => useDerived(impoundLots, isWanted)

type CalledNumber = { readonly number: string; readonly name: string }
const SHIPPED_NUMBER: CalledNumber = { number: '911', name: 'Emergency' }
const emergencyNumbers = derived((values): readonly CalledNumber[] => {
  const known = inUse(values, 'emergency-number').map(({ content }) => ({ number: content.code, name: content.name }))
  return known.length > 0 ? known : [SHIPPED_NUMBER]
})
/** The numbers that callers choose from; 911 until they are loaded, or if all are retired. */
export const useEmergencyNumbers = (): readonly CalledNumber[] => useDerived(emergencyNumbers)

const SHIPPED_LICENCE_TYPES: readonly NamedValue[] = LicenceType.options.map((type) => ({
  valueId: LICENCE_TYPE_IDS[type],
  name: LICENCE_WORDS[type],
}))
const licenceTypes = derived((values) =>
  values === NOTHING
    ? SHIPPED_LICENCE_TYPES
    : inUse(values, 'licence-type').map(({ valueId, content }) => ({ valueId, name: content.name })),
)
/** The licence types in use; those that the portal came with until they are loaded, or for members without access to the values. */
export const useLicenceTypes = (isWanted = true): readonly NamedValue[] => useDerived(licenceTypes, isWanted)
export const useRadioChannels = (): readonly string[] => useDerived(radioChannels)

/** The names of all beats by id: a unit may have one that is retired. */
export const useBeatNames = (): ReadonlyMap<number, string> => useDerived(beatNames)
/** The beats in use; undefined until loaded. */
export function useBeats(): { readonly beats: readonly Beat[] | undefined; readonly isError: boolean } {
  const { values, error } = useObservable(state)
  return { beats: values && beats(values), isError: error !== undefined }
}
