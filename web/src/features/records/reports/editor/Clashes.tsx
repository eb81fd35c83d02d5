import { Button } from '@mantine/core'
import type { Charge, Evidence, ReportContent } from '@tenfour/contract'
import { dateTime, timeSince } from '../../../../platform/format/dates.ts'
import { useFields } from '../../fields/fields.port.ts'
import type { DraftSession, DraftState } from '../draft-session.ts'
import type { Clash, Part } from '../merge.ts'
import classes from '../Reports.module.css'

const PARTS: Readonly<Record<string, string>> = {
  call: 'Call',
  occurredAt: 'Time',
  location: 'Location',
  postal: 'Postal',
  subject: 'Subject',
  charges: 'Offences',
  narrative: 'Narrative',
  people: 'People',
  vehicles: 'Vehicles',
  officers: 'Officers',
  evidence: 'Evidence',
  'medical.complaint': 'Complaint',
  'medical.findings': 'Findings',
  'medical.treatment': 'Treatment',
  'medical.outcome': 'Outcome',
  'medical.takenTo': 'Taken to',
}
/** Texts that can stand one after the other. */
const TEXTS: readonly Part[] = ['narrative', 'medical.complaint', 'medical.findings', 'medical.treatment']

/** What was written in two windows, side by side. Nothing is saved until each is decided. */
export function Clashes({ state: { clashes, draft }, session }: { state: DraftState; session: DraftSession }) {
  const { fields } = useFields()
  if (clashes.length === 0) return null
  const nameOf = (part: Part) => PARTS[part] ?? fields?.find(({ fieldId }) => `fields.${fieldId}` === part)?.name ?? part
  const decide = (clash: Clash, value: unknown, button: HTMLElement) => {
    const form = button.closest('form')
    session.resolve(clash.part, value)
    requestAnimationFrame(() => {
      const next = form?.querySelector<HTMLElement>('[data-clash] button')
      ;(next ?? form?.querySelector<HTMLElement>('[data-panel-focus], textarea'))?.focus()
    })
  }
  return (
    <section className={classes.clashes} role="alert" aria-label="Changed in two windows">
      <strong>Changed in another window too.</strong> Choose what to keep; nothing is lost until you do.
      {clashes.map((clash) => (
        <div key={clash.part} className={classes.clash} data-clash>
          <h2>{nameOf(clash.part)}</h2>
          <div className={classes.sides}>
            <div>
              <span className={classes.faint}>Mine, here</span>
              <p>{words(clash.part, clash.mine)}</p>
              <Button size="compact-xs" variant="default" onClick={({ currentTarget }) => decide(clash, clash.mine, currentTarget)}>
                Keep mine
              </Button>
            </div>
            <div>
              <span className={classes.faint}>The other window’s, {timeSince(draft?.savedAt)}</span>
              <p>{words(clash.part, clash.theirs)}</p>
              <Button size="compact-xs" variant="default" onClick={({ currentTarget }) => decide(clash, clash.theirs, currentTarget)}>
                Take theirs
              </Button>{' '}
              {TEXTS.includes(clash.part) && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={({ currentTarget }) =>
                    decide(
                      clash,
                      [clash.theirs, clash.mine].filter((text) => typeof text === 'string' && text !== '').join('\n\n'),
                      currentTarget,
                    )
                  }
                >
                  Keep both
                </Button>
              )}
            </div>
          </div>
        </div>
      ))}
    </section>
  )
}

/** A part in a line or two. The parts of a content have its types. */
function words(part: Part, value: unknown): string {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return 'Nothing'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  switch (part) {
    case 'call':
      return (value as ReportContent).callTitle ?? `Call ${(value as ReportContent).callId}`
    case 'occurredAt':
      return dateTime(value as string)
    case 'subject':
      return (value as NonNullable<ReportContent['subject']>).name
    case 'charges':
      return (value as Charge[]).map(({ code, title, counts, fine }) => `${counts} × ${code} ${title}, $${fine}`).join('\n')
    case 'people':
      return (value as ReportContent['people']).map(({ name, role }) => `${name}, ${role}`).join('\n')
    case 'vehicles':
      return (value as ReportContent['vehicles']).map(({ plate }) => plate).join(', ')
    case 'officers':
      return (value as ReportContent['officers']).map(({ identifier, name }) => `${identifier} ${name}`.trim()).join(', ')
    case 'evidence':
      return (value as Evidence[]).map(({ text, holder }) => [text, holder].filter(Boolean).join(', ')).join('\n')
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
}
