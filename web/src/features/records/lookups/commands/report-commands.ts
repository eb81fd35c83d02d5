import { UNIT_CLASS, type ReportKind, type SearchRow, type UnitClass } from '@tenfour/contract'
import { defineCommand, type Command, type CommandContext, type RunDeps } from '../../../../panels/commands/command.ts'
import { writesReports } from '../../../../panels/panel.ts'
import { optionalText } from '../../../../panels/commands/text-slots.ts'
import type { ReportAbout } from '../../reports/reports.port.ts'
import { meantRow, mustBePlate, ownLabels } from '../search/search-rows.ts'

export type ReportCommandDeps = {
  /** The subject of the record that is open or being looked up. */
  readonly about: () => Promise<ReportAbout | undefined>
  readonly find: (kind: 'person' | 'vehicle' | 'patient', text: string) => Promise<readonly SearchRow[]>
  readonly write: (kind: ReportKind, about: ReportAbout) => void
  readonly ask: (about: ReportAbout, isPatient: boolean) => void
}

const POLICE: readonly UnitClass[] = [UNIT_CLASS.Leo]

const KINDS = [
  { kind: 'warning', word: 'warn', does: 'Write a warning' },
  { kind: 'citation', word: 'cite', does: 'Write a citation' },
  { kind: 'arrest', word: 'arrest', does: 'Write an arrest report' },
  { kind: 'incident', word: 'incident', does: 'Write an incident report' },
] as const

const onDutyAs =
  (classes: readonly UnitClass[], problem: string) =>
  ({ own }: CommandContext): string | undefined =>
    own && classes.includes(own.unitClass) ? undefined : problem

/** About whom or what is named, the record that is open, or else the call. */
export function reportCommands({ about, find, write, ask }: ReportCommandDeps): readonly Command[] {
  const named = async (text: string, isFire: boolean): Promise<ReportAbout | undefined> => {
    const row = meantRow(await find(mustBePlate(text) && !isFire ? 'vehicle' : isFire ? 'patient' : 'person', text), text)
    const label = row && (ownLabels([row]).keys().next().value ?? text)
    if (row?.kind === 'person') return { label: label ?? text, characterId: row.characterId }
    return row?.kind === 'vehicle' ? { label: label ?? text, vehicleId: row.vehicleId } : undefined
  }
  const run =
    (text: string, { own, openCallId }: CommandContext, start: (found: ReportAbout, deps: RunDeps) => void) =>
    async (deps: RunDeps) => {
      try {
        const found = text === '' ? await about() : await named(text, own?.unitClass === UNIT_CLASS.Fire)
        if (text !== '' && !found) {
          deps.report(`“${text}” is not one person or vehicle. Look it up first, then type the command alone`)
          return false
        }
        const callId = own?.callId ?? openCallId
        start(found ?? { label: callId === null ? 'A new report' : `Call ${callId}`, ...(callId !== null && { callId }) }, deps)
        return true
      } catch {
        deps.report('The records could not be searched. Try again')
        return false
      }
    }
  const subject = optionalText('name or plate', 'a name or a plate')
  const what = (text: string) => (text === '' ? '' : ` about ${text}`)
  return [
    ...KINDS.map(({ kind, word, does }, index) =>
      defineCommand({
        rank: 156 + index,
        word,
        long: word,
        does,
        note: 'Without a name, about the record that is open.',
        examples: [word, `${word} marlowe`],
        refusal: onDutyAs(POLICE, 'Only police units on duty write these reports'),
        slots: { subject },
        build: ({ subject: text }, context) => ({
          words: `${does}${what(text)}`,
          done: '',
          intent: {
            kind: 'run',
            run: run(text, context, (found, { goTo }) => {
              write(kind, found)
              goTo('report')
            }),
          },
        }),
      }),
    ),
    defineCommand({
      rank: 160,
      word: 'write',
      long: 'write',
      does: 'Write a report; its kind is asked for',
      examples: ['write', 'write marlowe'],
      refusal: ({ own }) => (writesReports(own) ? undefined : 'Only units of police and fire on duty write reports'),
      slots: { subject },
      build: ({ subject: text }, context) => ({
        words: `Write a report${what(text)}`,
        done: '',
        intent: { kind: 'run', run: run(text, context, (found) => ask(found, context.own?.unitClass === UNIT_CLASS.Fire)) },
      }),
    }),
  ]
}
