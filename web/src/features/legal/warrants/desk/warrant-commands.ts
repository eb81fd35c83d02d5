import { UNIT_CLASS, WarrantType, type UnitClass, type WarrantAlert } from '@tenfour/contract'
import { defineCommand, type Command, type CommandContext, type Slot } from '../../../../panels/commands/command.ts'
import { keyOf } from '../../../../panels/commands/match.ts'
import type { WarrantAbout } from './warrant-desk.ts'

export type WarrantCommandDeps = {
  /** The subject of the record that is open or being looked up. */
  readonly about: () => Promise<WarrantAbout | undefined>
  readonly draft: (type: WarrantType, about: WarrantAbout) => void
  /** Asks for the type. */
  readonly ask: (about: WarrantAbout) => void
  /** The active warrants that have this in their number. */
  readonly find: (number: string) => Promise<readonly WarrantAlert[]>
  readonly serve: (warrant: WarrantAlert) => void
}

const POLICE: readonly UnitClass[] = [UNIT_CLASS.Leo]
const LOOK_UP: readonly UnitClass[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms]
const onDutyAs =
  (classes: readonly UnitClass[], problem: string) =>
  ({ own }: CommandContext): string | undefined =>
    own && classes.includes(own.unitClass) ? undefined : problem

const typeSlot: Slot<WarrantType | undefined> = {
  name: 'type',
  hint: 'arrest, search or bench',
  span: 'one',
  read: ([typed = '']) => {
    const found = WarrantType.options.filter((type) => keyOf(typed) !== '' && type.startsWith(keyOf(typed)))
    const [type] = found
    return type ? { value: type, certainty: type === keyOf(typed) ? 'whole' : 'begun' } : { problem: `“${typed}” is not a type of warrant` }
  },
  suggest: (typed) =>
    WarrantType.options
      .filter((type) => type.startsWith(keyOf(typed)))
      .map((type) => ({ insert: type, label: type, detail: 'type of warrant' })),
  omitted: (_, next) => (next === undefined ? { value: undefined } : undefined),
}

/** With or without the letter, the year and the zeros before it. */
const NUMBER = /^(?:w-)?(?:(\d{4})-)?(\d{1,6})$/iu

/** As the portal finds it: a whole number, or its last part. */
function termOf(typed: string): string {
  const [, year, serial = ''] = NUMBER.exec(typed) ?? []
  return year === undefined ? serial : `W-${year}-${serial}`
}

/** Whether the typed text is the number of a warrant, or its last part. */
function isNumberOf(typed: string, number: string): boolean {
  const [, year, serial] = NUMBER.exec(typed) ?? []
  const [, ownYear, ownSerial] = NUMBER.exec(number) ?? []
  return Number(serial) === Number(ownSerial) && (year === undefined || year === ownYear)
}

const numberSlot: Slot<string> = {
  name: 'number',
  hint: 'a number: W-2026-0114',
  span: 'one',
  read: ([typed = '']) =>
    NUMBER.test(typed) ? { value: typed.toUpperCase(), certainty: 'whole' } : { problem: `“${typed}” is not a warrant number` },
  suggest: () => [],
}

export function warrantCommands({ about, draft, ask, find, serve }: WarrantCommandDeps): readonly Command[] {
  const notDrafting = onDutyAs(POLICE, 'Only police units on duty draft warrants here')
  return [
    defineCommand({
      rank: 161,
      word: 'warrant',
      long: 'warrant',
      does: 'Draft a warrant about the record that is open, or the call',
      note: 'Without a type it is asked for.',
      examples: ['warrant', 'warrant arrest', 'warrant search'],
      refusal: notDrafting,
      slots: { type: typeSlot },
      build: ({ type }, { own, openCallId }) => ({
        words: type ? `Draft a warrant: ${type}` : 'Draft a warrant',
        done: '',
        intent: {
          kind: 'run',
          run: async () => {
            const callId = own?.callId ?? openCallId
            const found = (await about()) ?? {
              label: callId === null ? 'A new warrant' : `Call ${callId}`,
              ...(callId !== null && { callId }),
            }
            if (type) draft(type, found)
            else ask(found)
            return true
          },
        },
      }),
    }),
    defineCommand({
      rank: 162,
      word: 'warrants',
      long: 'warrants',
      does: 'Show the active warrants',
      examples: ['warrants'],
      refusal: onDutyAs(LOOK_UP, 'Only units of police and communications on duty see warrants'),
      slots: {},
      build: () => ({
        words: 'Show the active warrants',
        done: '',
        intent: {
          kind: 'run',
          run: ({ goTo }) => {
            goTo('warrants')
            return true
          },
        },
      }),
    }),
    defineCommand({
      rank: 163,
      word: 'serve',
      long: 'serve',
      does: 'Serve an active warrant',
      examples: ['serve W-2026-0114', 'serve 114'],
      refusal: onDutyAs(POLICE, 'Only police units on duty serve warrants'),
      slots: { number: numberSlot },
      build: ({ number }) => ({
        words: `Serve warrant ${number}`,
        done: '',
        intent: {
          kind: 'run',
          run: async ({ report }) => {
            try {
              const matching = (await find(termOf(number))).filter((each) => isNumberOf(number, each.number))
              const [warrant] = matching
              if (!warrant || matching.length > 1) {
                report(warrant ? `${number} could be ${matching.map((each) => each.number).join(' or ')}` : `No active warrant ${number}`)
                return false
              }
              serve(warrant)
              return true
            } catch {
              report('The warrants could not be searched. Try again')
              return false
            }
          },
        },
      }),
    }),
  ]
}
