import { Button } from '@mantine/core'
import type { Invitation } from '@tenfour/contract'
import { useRef, useState } from 'react'
import { dateTime, dayTime, relativeTime } from '../../../platform/format/dates.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Entry } from '../../../ui/EntryList.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { besideRow } from '../../../ui/focus-beside.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { cameBy, joinsAs, whitelistWords } from './invitation.words.ts'
import { end, resume } from './invitations.queries.ts'
import classes from './Invitations.module.css'
import { UsesDialog } from './UsesDialog.tsx'

type InvitationEntryProps = {
  invitation: Invitation
  /** Where the focus goes when this was the last entry. */
  fallback: () => HTMLElement | null
}

export function InvitationEntry({ invitation, fallback }: InvitationEntryProps) {
  const { state, places, used, expiresAt, note, madeBy, createdAt } = invitation
  const name = joinsAs(invitation)
  const row = useRef<HTMLLIElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isCurrent = state === 'open' || state === 'paused'

  const askToEnd = async () => {
    const isSure = await confirm({
      title: 'End this invitation?',
      subject: name,
      body: `Nobody can join with it any more.${stayWords(used)}`,
      confirmLabel: 'End invitation',
      danger: true,
    })
    if (!isSure) return
    const focusBeside = besideRow(row.current, fallback())
    try {
      await end(invitation)
      notify.success(`The invitation for ${name} has ended`)
      focusBeside()
    } catch (error) {
      reportError(error, `The invitation for ${name} was not ended`)
    }
  }
  const askToResume = async () => {
    try {
      await resume(invitation)
      notify.success(`The invitation for ${name} is open again, and counts as yours`)
    } catch (error) {
      notify.error(errorInfo(error).message)
    }
  }

  return (
    <Entry
      ref={row}
      title={
        <Row as="span" gap="2px 10px">
          {name}
          <State invitation={invitation} />
        </Row>
      }
      detail={
        <Stack as="span" gap={0}>
          {invitation.pausedBecause && <span>{invitation.pausedBecause}</span>}
          {[note, whitelistWords(invitation)].filter(Boolean).map((words) => (
            <span key={words}>{words}</span>
          ))}
          <span>{cameBy(invitation)}</span>
          <span title={dateTime(createdAt)}>
            By {madeBy.name}, {relativeTime(createdAt)}
          </span>
        </Stack>
      }
    >
      <Row gap="6px 16px" className={classes.standing}>
        <span className={`figures ${classes.used}`}>
          {used} of {places}
        </span>
        <span className={classes.until} title={dateTime(expiresAt)}>
          {isCurrent ? `until ${dayTime(expiresAt)}` : (endWords(invitation) ?? `until ${dayTime(expiresAt)}`)}
        </span>
        <Row gap={6}>
          {used > 0 && (
            <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
              Who joined<span className="visually-hidden"> with {name}</span>
            </Button>
          )}
          {state === 'paused' && (
            <ActionButton size="compact-sm" action={askToResume}>
              Resume<span className="visually-hidden"> {name}</span>
            </ActionButton>
          )}
          {isCurrent && (
            <ActionButton variant="default" size="compact-sm" action={askToEnd}>
              End<span className="visually-hidden"> {name}</span>
            </ActionButton>
          )}
        </Row>
      </Row>
      {isOpen && <UsesDialog invitation={invitation} onClose={() => setOpen(false)} />}
    </Entry>
  )
}

const stayWords = (used: number): string =>
  used === 0 ? '' : used === 1 ? ' The person who joined with it stays a member.' : ` The ${used} people who joined with it stay members.`

const STATES = {
  paused: { tone: 'warning', word: 'Paused' },
  ended: { tone: 'off', word: 'Ended' },
  expired: { tone: 'off', word: 'Expired' },
  used: { tone: 'success', word: 'Used up' },
} as const

const State = ({ invitation: { state } }: { invitation: Invitation }) =>
  state !== 'open' && (
    <StatusBadge tone={STATES[state].tone} variant="soft">
      {STATES[state].word}
    </StatusBadge>
  )

const endWords = ({ ended }: Invitation): string | undefined => (ended ? `by ${ended.by.name}, ${dayTime(ended.at)}` : undefined)
