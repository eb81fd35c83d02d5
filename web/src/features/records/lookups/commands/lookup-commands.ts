import { medicalSwitch, UNIT_CLASS, SEARCH_FROM, type Offence, type SearchRow, type UnitClass } from '@tenfour/contract'
import { defineCommand, type Command, type CommandContext, type RunDeps, type Slot } from '../../../../panels/commands/command.ts'
import { isOn } from '../../../../platform/features/features.ts'
import { keyOf } from '../../../../panels/commands/match.ts'
import { imposedWords } from '../../offences/offences.port.ts'
import type { Searcher } from '../search/searcher.ts'
import { isPlate, isUnknownPlate, meantRow, mustBePlate, ownLabels, rowDetail, type DeskKind } from '../search/search-rows.ts'

export type LookupCommandDeps = {
  readonly search: Pick<Searcher<DeskKind, SearchRow>, 'get' | 'subscribe' | 'want' | 'now'>
  readonly offences: Pick<Searcher<'offence', Offence>, 'get' | 'subscribe' | 'want' | 'now'>
  /** Names what is being found, so that the record panel takes the keys at once. */
  readonly begin: (label: string) => void
  /** There is nothing to open: the record before it is shown again. */
  readonly abandon: () => void
  readonly open: (kind: DeskKind, row: SearchRow) => void
  readonly runPlate: (plate: string) => void
  /** Shows the rows of this text in the lookup panel. */
  readonly showRows: (kind: DeskKind, typed: string) => void
  readonly showOffences: (typed: string, offences: readonly Offence[]) => void
}

const LOOK_UP: readonly UnitClass[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms]
const PEOPLE: readonly UnitClass[] = [...LOOK_UP, UNIT_CLASS.Fire]

const onDutyAs =
  (classes: readonly UnitClass[], problem: string) =>
  ({ own }: CommandContext): string | undefined =>
    own && classes.includes(own.unitClass) ? undefined : problem

type Typed = { readonly kind: DeskKind; readonly text: string; readonly row: SearchRow | undefined; readonly isSearched: boolean }

export function lookupCommands(deps: LookupCommandDeps): readonly Command[] {
  const { search, offences } = deps

  /** A person of a plate is offered as the vehicle. */
  const kindOf = (kind: DeskKind, text: string): DeskKind => (kind === 'person' && mustBePlate(text) ? 'vehicle' : kind)
  const known = (kind: DeskKind): readonly SearchRow[] => (search.get().kind === kind ? search.get().rows : [])

  const slotOf = (name: string, hint: string, kindIn: (context: CommandContext) => DeskKind): Slot<Typed> => ({
    name,
    hint,
    span: 'rest',
    read: ([typed = ''], context) => {
      const text = typed.trim()
      if (text.length < SEARCH_FROM) return { problem: `Type at least ${SEARCH_FROM} characters` }
      const kind = kindOf(kindIn(context), text)
      const picked = ownLabels(known(kind)).get(text)
      const isSearched = search.get().kind === kind && search.get().q === text && search.get().phase === 'found'
      return {
        value: { kind, text, row: picked ?? (isSearched ? meantRow(known(kind), text) : undefined), isSearched },
        certainty: 'whole',
      }
    },
    suggest: (typed, context) => {
      const text = typed.trim()
      if (text.length < SEARCH_FROM) return []
      return [...ownLabels(known(kindOf(kindIn(context), text)))].map(([label, row]) => ({
        insert: label,
        label,
        detail: rowDetail(row),
      }))
    },
    fetched: { ...search, want: (typed, context) => search.want(kindOf(kindIn(context), typed), typed) },
  })

  const lookUp = async ({ kind, text, row }: Typed, { goTo }: RunDeps): Promise<boolean> => {
    const show = () => {
      deps.abandon()
      deps.showRows(kind, text)
      goTo('lookup')
    }
    // Before anything is awaited: the next key belongs to the record.
    deps.begin(row ? (ownLabels([row]).keys().next().value ?? text) : text)
    goTo('record')
    if (row) {
      deps.open(kind, row)
      return true
    }
    const rows = await search.now(kind, text).catch(() => null)
    const meant = rows ? meantRow(rows, text) : undefined
    if (meant) deps.open(kind, meant)
    else if (kind === 'vehicle' && isPlate(text) && (rows === null || isUnknownPlate(rows, text))) deps.runPlate(text)
    else show()
    return true
  }
  const stepOf = (typed: Typed) => {
    const { kind, text, row, isSearched } = typed
    const isRun = kind === 'vehicle' && isSearched && isUnknownPlate(known(kind), text)
    const what = row ? (ownLabels([row]).keys().next().value ?? text) : text
    return {
      words: row || isRun ? `Look up ${what}, logged with your name${row ? '' : '. No such plate is registered'}` : `Find “${text}”`,
      done: '',
      intent: { kind: 'run', run: (run: RunDeps) => lookUp(typed, run) },
    } as const
  }

  const offenceSlot: Slot<string> = {
    name: 'code or words',
    hint: 'a code or words of the offence',
    span: 'rest',
    read: ([typed = '']) =>
      typed.trim().length < SEARCH_FROM
        ? { problem: `Type at least ${SEARCH_FROM} characters` }
        : { value: typed.trim(), certainty: 'whole' },
    suggest: (typed) =>
      typed.trim().length < SEARCH_FROM
        ? []
        : offences.get().rows.map((offence) => ({
            insert: offence.code,
            label: offence.code,
            detail: `${offence.title} · ${offence.type} · ${imposedWords(offence)}`,
          })),
    fetched: { ...offences, want: (typed) => offences.want('offence', typed) },
  }

  return [
    defineCommand({
      rank: 151,
      word: 'p',
      long: 'person',
      does: 'Look up a person by name or phone; for fire units, a patient',
      note: 'Words in any order, misspelt too. A registered plate offers the vehicle.',
      examples: ['p marlowe', 'p 555-0142'],
      refusal: (context) =>
        context.own?.unitClass === UNIT_CLASS.Fire && !isOn(medicalSwitch)
          ? medicalSwitch.offMessage
          : onDutyAs(PEOPLE, 'Only units on duty can look people up')(context),
      slots: {
        person: slotOf('name or phone', 'a name or phone number', ({ own }) => (own?.unitClass === UNIT_CLASS.Fire ? 'patient' : 'person')),
      },
      build: ({ person }) => stepOf(person),
    }),
    defineCommand({
      rank: 152,
      word: 'v',
      long: 'vehicle',
      does: 'Run a plate or VIN',
      note: 'A plate that is not registered is run too, for BOLOs.',
      examples: ['v 46EEK572'],
      refusal: onDutyAs(LOOK_UP, 'Only units of police and communications on duty can run plates'),
      slots: { vehicle: slotOf('plate or VIN', 'a plate or VIN', () => 'vehicle') },
      build: ({ vehicle }) => stepOf(vehicle),
    }),
    defineCommand({
      rank: 153,
      word: 'w',
      long: 'weapon',
      does: 'Look up a weapon by serial number',
      examples: ['w 4471-K'],
      refusal: onDutyAs(LOOK_UP, 'Only units of police and communications on duty can look weapons up'),
      slots: { weapon: slotOf('serial', 'a serial number', () => 'weapon') },
      build: ({ weapon }) => stepOf(weapon),
    }),
    defineCommand({
      rank: 154,
      word: 'pc',
      long: 'penal-code',
      does: 'Search the penal code',
      examples: ['pc robbery', 'pc 211'],
      slots: { words: offenceSlot },
      build: ({ words }) => ({
        words: `Show “${words}” in the penal code`,
        done: '',
        intent: {
          kind: 'run',
          run: async ({ goTo, report }) => {
            deps.begin('Penal code')
            goTo('record')
            try {
              const found = await offences.now('offence', words)
              const exact = found.filter(({ code }) => keyOf(code) === keyOf(words))
              deps.showOffences(words, exact.length === 1 ? exact : found)
              return true
            } catch {
              deps.abandon()
              report('The penal code could not be searched. Try again')
              return false
            }
          },
        },
      }),
    }),
  ]
}
